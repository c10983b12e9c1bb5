//! The HTTP and WebSocket interface, and the page.
