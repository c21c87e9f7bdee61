// What could not be read is tried again, after pauses that grow from one second to half a minute.
const shortest = 1000;
const longest = 30000;
let failures = 0;
let timer = null;

/** Whether the same request may be answered otherwise later: there was no answer, or the server is busy, starts or stops. */
export const mayPass = (problem) => [0, 429, 502, 503, 504].includes(problem.status);

/** The next pause. Readers who lost the server together do not come back together. */
export const pause = (failed) => Math.min(longest, shortest * 2 ** failed) * (0.75 + 0.5 * Math.random());

/** Calls a task after a pause, in place of one that waits already. */
export function tryLater(task) {
  clearTimeout(timer);
  timer = setTimeout(task, pause(failures++));
}

/** Something else is shown: nothing waits to be tried again. */
export function stopTrying() {
  clearTimeout(timer);
}

/** The next failure is a first one again. */
export function succeeded() {
  stopTrying();
  failures = 0;
}
