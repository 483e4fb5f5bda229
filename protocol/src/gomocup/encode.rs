//! Replies to Gomocup lines.

use crate::analysis::Style;
use crate::reply::Reply;

/// The lines of a reply.
pub(crate) fn encode(_reply: &Reply, _style: &Style) -> String {
    String::new()
}
