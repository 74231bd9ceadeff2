// Threads of a module whose memory is shared: workers that wait for threads run them, one after the other.
//
// `queue` holds how many threads were taken, how many were started, the last question whose search is to stop, and the
// arguments of the threads that wait. Nothing here needs the page or a worker's messages: both may be blocked. Nor may
// whoever starts a thread wait for a helper: it holds a lock that a thread needs to end.

const [TAKEN, STARTED, STOPPED, FIRST] = [0, 1, 2, 3];
const ROOM = 64;
/// What tells that too many threads wait.
const AGAIN = -6;

export const newQueue = () => new Int32Array(new SharedArrayBuffer(4 * (FIRST + ROOM)));

const place = (count) => FIRST + (count % ROOM);

/// Starts a thread, which the next helper that is idle runs: its number, or less than 0.
export function spawn(queue, argument) {
  const started = Atomics.load(queue, STARTED);
  if (started - Atomics.load(queue, TAKEN) >= ROOM) return AGAIN;
  Atomics.store(queue, place(started), argument);
  Atomics.store(queue, STARTED, started + 1);
  Atomics.notify(queue, STARTED);
  return started + 1;
}

/// Asks for an end of the searches up to question `id`.
export const stopSearches = (queue, id) => Atomics.store(queue, STOPPED, id);

/// The last question whose search is to stop; 0 before the first.
export const lastStopped = (queue) => Atomics.load(queue, STOPPED);

/// Runs threads for ever: `start(number, argument)` is the module's.
export function help(queue, start) {
  for (;;) {
    const taken = Atomics.load(queue, TAKEN);
    if (taken === Atomics.load(queue, STARTED)) {
      Atomics.wait(queue, STARTED, taken);
      continue;
    }
    const argument = Atomics.load(queue, place(taken));
    if (Atomics.compareExchange(queue, TAKEN, taken, taken + 1) === taken) start(taken + 1, argument);
  }
}
