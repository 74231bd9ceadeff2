//! State shared by all connections of a server.

use super::assistant::Resources;
use super::guard::Guard;
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// State shared by all connections.
pub struct ServerState {
    /// Access control.
    pub guard: Guard,
    /// Resources for the tabs' requests.
    pub resources: Resources,
    /// Semaphore with one permit per tab.
    pub tabs: Arc<Semaphore>,
    /// Changes when all connections must close.
    pub disconnect: watch::Sender<()>,
}
