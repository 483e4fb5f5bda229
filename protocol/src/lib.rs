//! The text protocols fukumi speaks.
