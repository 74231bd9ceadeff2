// Threads of a module whose memory is shared: each runs in a worker that waits for it, and for the next one after it.
//
// `slots` holds the last thread's number, and for every helper its state, the thread's number and its argument. Nothing
// here needs the page or a worker's messages: both may be blocked.

const [STATE, NUMBER, ARGUMENT] = [1, 2, 3];
const SLOT = 4;
const [IDLE, TAKEN, CALLED] = [0, 1, 2];
/// A helper whose thread has just ended is idle soon.
const PATIENCE = 1000;
const LOOK = 1;
/// What tells that no helper is left.
const AGAIN = -6;

/// Starts a thread in a helper that is idle: its number, or less than 0.
export function spawn(slots, argument) {
  for (let waited = 0; waited < PATIENCE; waited += LOOK) {
    for (let at = 0; at + SLOT < slots.length; at += SLOT) {
      if (Atomics.compareExchange(slots, at + STATE, IDLE, TAKEN) !== IDLE) continue;
      const number = Atomics.add(slots, 0, 1) + 1;
      slots[at + NUMBER] = number;
      slots[at + ARGUMENT] = argument;
      Atomics.store(slots, at + STATE, CALLED);
      Atomics.notify(slots, at + STATE);
      return number;
    }
    if (slots.length <= SLOT) break;
    Atomics.wait(slots, STATE, Atomics.load(slots, STATE), LOOK);
  }
  return AGAIN;
}

/// Runs threads for ever, one after the other: `start(number, argument)` is the module's.
export function help(slots, index, start) {
  const at = SLOT * index;
  for (;;) {
    for (let state = Atomics.load(slots, at + STATE); state !== CALLED; state = Atomics.load(slots, at + STATE)) {
      Atomics.wait(slots, at + STATE, state);
    }
    start(slots[at + NUMBER], slots[at + ARGUMENT]);
    Atomics.store(slots, at + STATE, IDLE);
    Atomics.notify(slots, at + STATE);
  }
}
