//! The WebSocket of a tab: requests, answers and pings.

use super::assistant::{Assistant, Outbox};
use super::state::ServerState;
use super::throttle::Throttle;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_board::{read_request, refuse};
use tokio::sync::{OwnedSemaphorePermit, mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

/// Most unsent answers; beyond them the worker threads wait.
const OUTBOX: usize = 8;
/// Interval between live lines.
const LIVE_TICK: Duration = Duration::from_millis(100);
/// Interval between pings, and time without messages after which a tab is closed.
const PING_TICK: Duration = Duration::from_secs(15);
const MAX_SILENCE: Duration = Duration::from_secs(50);
/// Time limit for sending a message; after it the tab is closed.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves a tab until it closes, then stops its search.
pub async fn talk(
    mut socket: WebSocket,
    shared: Arc<ServerState>,
    mut disconnect: watch::Receiver<()>,
    _permit: OwnedSemaphorePermit,
) {
    let (sender, mut answers) = mpsc::channel(OUTBOX);
    let outbox = Outbox::new(sender);
    let Ok(mut assistant) = Assistant::start(&shared.resources, outbox.clone()) else { return };
    let mut throttle = Throttle::new(Instant::now());
    let mut heard = Instant::now();
    let (mut live, mut pings) = (interval(LIVE_TICK), interval(PING_TICK));
    live.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let outgoing = tokio::select! {
            incoming = socket.recv() => {
                let Some(Ok(message)) = incoming else { return };
                heard = Instant::now();
                if !throttle.allows(heard, length(&message)) {
                    let _ = timeout(SEND_TIMEOUT, socket.send(close_frame("too many messages"))).await;
                    return;
                }
                match message {
                    Message::Text(text) => read_request(&text).map_or_else(Some, |request| assistant.ask(request)),
                    Message::Binary(_) => Some(refuse(None, "expected a text message")),
                    Message::Close(_) => return,
                    Message::Ping(_) | Message::Pong(_) => None,
                }
                .map(|text| Message::Text(text.into()))
            }
            Some(text) = answers.recv() => Some(Message::Text(text.into())),
            _ = live.tick() => outbox.take_live().map(|text| Message::Text(text.into())),
            _ = pings.tick() => {
                if heard.elapsed() > MAX_SILENCE {
                    return;
                }
                Some(Message::Ping(Vec::new().into()))
            }
            _ = disconnect.changed() => return,
        };
        let Some(message) = outgoing else { continue };
        if !matches!(timeout(SEND_TIMEOUT, socket.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
}

fn length(message: &Message) -> usize {
    match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    }
}

fn close_frame(reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code: close_code::POLICY, reason: reason.into() }))
}
