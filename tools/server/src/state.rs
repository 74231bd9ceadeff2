//! State shared by all connections of a server.

use super::assistant::Resources;
use super::guard::Guard;
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// State shared by all connections.
pub struct ServerState {
    /// Access control.
    pub guard: Guard,
    /// What the tabs' requests work with.
    pub resources: Resources,
    /// One permit per tab.
    pub tabs: Arc<Semaphore>,
    /// Changes when all connections are to be closed.
    pub disconnect: watch::Sender<()>,
}

impl ServerState {
    /// Becomes ready when all connections are to be closed.
    pub fn disconnections(&self) -> watch::Receiver<()> {
        self.disconnect.subscribe()
    }
}
