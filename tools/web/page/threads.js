// Threads of a module with shared memory, run by helper workers, each of which runs one thread at a time.
//
// `queue` holds the numbers of threads taken and started, the last question whose search is to stop, and the arguments of
// waiting threads. Nothing here needs the page or messages, because both may be blocked. A starting thread must not wait for a
// helper, because it holds a lock that ending threads need.

const [TAKEN, STARTED, STOPPED, FIRST] = [0, 1, 2, 3];
const ROOM = 64;
/// The result of `spawn` if too many threads wait (EAGAIN).
const AGAIN = -6;

export const newQueue = () => new Int32Array(new SharedArrayBuffer(4 * (FIRST + ROOM)));

const place = (count) => FIRST + (count % ROOM);

/// Queues a thread for the next idle helper. Returns its number, or less than 0.
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

/// Runs queued threads forever by the module's `start(number, argument)`.
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
