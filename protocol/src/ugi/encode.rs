//! Replies to UGI lines.

use crate::reply::Reply;

/// The lines of a reply.
pub(crate) fn encode(_reply: &Reply) -> String {
    String::new()
}
