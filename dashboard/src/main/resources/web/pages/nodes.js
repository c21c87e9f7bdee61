import { html } from '../lib/lit-html.js';
import { get } from '../api.js';
import { bytes, count, seconds, time } from '../format.js';
import { facts, heading, table } from '../parts.js';
import { words } from '../words.js';

const w = words.nodes;
const c = words.columns;

export const title = () => w.title;

/** A difference of clocks, which may be negative. */
const skew = (value) => (value < 0 ? '−' : '') + seconds(value === null ? null : Math.abs(value));

export async function open(view) {
  let server = null;
  let nodes = [];
  const draw = () =>
    view.draw(html`${heading(w.title)}
      ${table(
        w.title,
        [{ head: c.name }, { head: c.state }, { head: c.role }, { head: c.address }, { head: c.version }, { head: c.position, n: true }, { head: c.lag, n: true }, { head: c.contact, n: true }, { head: c.skew, n: true }],
        nodes.map((node) => html`<tr><th scope="row">${node.name}</th><td>${node.ready ? w.ready : html`<strong class="warn">${node.not_ready_because}</strong>`}</td>
          <td>${node.role}</td><td>${node.address ?? '–'}</td><td>${node.version ?? '–'}</td><td class="n">${count(node.position)}</td><td class="n">${count(node.lag)}</td>
          <td class="n">${seconds(node.last_contact_seconds)}</td><td class="n">${skew(node.clock_skew_seconds)}</td></tr>`),
      )}
      <div class="columns">
        <section><h2>${w.server}</h2>
          ${facts([
            [w.version, server.version],
            [w.uptime, seconds(server.uptime_seconds)],
            [w.time, time(server.time)],
            [w.jobs, count(server.jobs)],
            [w.connections, count(server.connections)],
            [w.certificate, server.certificate_expires_at === null ? null : time(server.certificate_expires_at)],
            [w.memory, words.overview.of(bytes(server.memory.used_bytes), bytes(server.memory.limit_bytes))],
          ])}
        </section>
        <section><h2>${w.journal}</h2>
          ${facts([
            [w.durability, server.journal.durability],
            [w.since, bytes(server.journal.bytes_since_snapshot)],
            [w.unsynced, bytes(server.journal.unsynced_bytes)],
            [w.lastSync, seconds(server.journal.last_sync_seconds || null)],
            [w.disk, server.disk.free_bytes === null ? '–' : words.overview.needed(bytes(server.disk.free_bytes), bytes(server.disk.needed_bytes))],
          ])}
        </section>
        <section><h2>${w.doors}</h2>
          ${table(w.doors, [{ head: c.name }, { head: c.address }, { head: c.port, n: true }, { head: c.tls }],
            server.doors.map((door) => html`<tr><th scope="row">${door.name}</th><td>${door.address}</td><td class="n">${String(door.port)}</td><td>${door.tls ? w.yes : w.no}</td></tr>`))}
        </section>
      </div>`);
  const reload = async () => {
    const [answer, list] = await Promise.all([get('/v1/server'), get('/v1/nodes')]);
    server = answer;
    nodes = list.nodes;
    draw();
  };
  await reload();
  view.every(5000, reload);
}
