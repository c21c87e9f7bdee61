// The stream of figures, one object a second. There is one connection, however many parts of a page listen.
const listeners = new Set();
let source = null;

/** Calls back with the figures and, with null, when the stream is interrupted. Returns what ends it. */
export function onStats(listener) {
  listeners.add(listener);
  if (source === null) {
    source = new EventSource('/v1/events?event=stats');
    source.addEventListener('stats', (event) => {
      const stats = JSON.parse(event.data);
      listeners.forEach((each) => each(stats));
    });
    source.addEventListener('error', () => listeners.forEach((each) => each(null)));
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && source !== null) {
      source.close();
      source = null;
    }
  };
}
