// The stream of figures, one object a second. There is one connection, however many parts of a page listen.
import { pause } from './retry.js';

const listeners = new Set();
let source = null;
let failures = 0;
let timer = null;

const tell = (stats) => listeners.forEach((each) => each(stats));

function connect() {
  source = new EventSource('/v1/events?event=stats');
  source.addEventListener('stats', (event) => {
    failures = 0;
    tell(JSON.parse(event.data));
  });
  source.addEventListener('error', () => {
    // A lost connection the browser makes anew. A refusal, such as that of a server that starts, is final for it.
    if (source.readyState === EventSource.CLOSED) {
      clearTimeout(timer);
      timer = setTimeout(connect, pause(failures++));
    }
    tell(null);
  });
}

/** Calls back with the figures and, with null, when the stream is interrupted. Returns what ends it. */
export function onStats(listener) {
  listeners.add(listener);
  if (source === null) {
    connect();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && source !== null) {
      clearTimeout(timer);
      source.close();
      source = null;
    }
  };
}
