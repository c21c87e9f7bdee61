import { html, nothing } from '../lib/lit-html.js';
import { can, download, everywhere, get, path, post } from '../api.js';
import { press } from '../dialog.js';
import { bytes, count, seconds, time } from '../format.js';
import { button, buttons, factSection, field, heading, section, table, warning } from '../parts.js';
import { words } from '../words.js';

const w = words.nodes;
const o = words.overview;
const c = words.columns;

/** A difference of clocks, which may be negative. */
const skew = (value) => (value < 0 ? '−' : '') + seconds(value === null ? null : Math.abs(value));

/** A change goes on if it takes long: the list tells when it is done. */
const change = (word, done, question) =>
  press((answer) => post(path('nodes', question.node ?? answer.name, word), answer.address && { address: answer.address }), (result) => (result.done ? w.did[word](result.node) : w.goesOn), done, question);

const nodeButtons = (node, done) =>
  buttons(
    node.role !== 'leader' && node.ready
      ? button(w.transfer, change('transfer', done, { node: node.name, title: w.transferTitle(node.name), body: w.transferBody, action: w.transfer }), '', node.name)
      : nothing,
    button(w.leave, change('leave', done, { node: node.name, title: w.leaveTitle(node.name), body: w.leaveBody, typed: node.name, action: w.leave, danger: true }), '', node.name),
  );

const join = (done) =>
  change('join', done, {
    title: w.join,
    body: w.joinBody,
    fields: html`${field(c.name, 'name', '', { required: true })} ${field(c.address, 'address', '', { required: true, hint: w.addressHint })}`,
    action: words.add,
  });

/** Lets the browser save all data of the server. */
const backup = press(
  async () => {
    const file = URL.createObjectURL(await download('/v1/backup'));
    const link = document.createElement('a');
    link.href = file;
    link.download = 'reeve.backup';
    link.click();
    URL.revokeObjectURL(file);
  },
  w.backedUp,
  () => {},
  { title: w.backup, body: w.backupBody, action: w.backup },
);

export async function open(view) {
  await view.follow(5000, async () => {
    const [server, { nodes, advice }] = await Promise.all([get('/v1/server'), get('/v1/nodes')]);
    const isAdmin = can('settings') && everywhere();
    const mayChange = isAdmin && nodes.some((node) => node.role !== 'single');
    const row = (node) => html`<tr><th scope="row">${node.name}</th><td>${node.ready ? w.ready : warning(node.not_ready_because)}</td>
      <td>${node.role}</td><td>${node.address ?? '–'}</td><td>${node.version ?? '–'}</td><td class="n">${count(node.position)}</td><td class="n">${count(node.lag)}</td>
      <td class="n">${seconds(node.last_contact_seconds)}</td><td class="n">${skew(node.clock_skew_seconds)}</td>
      ${mayChange ? html`<td>${nodeButtons(node, view.reload)}</td>` : nothing}</tr>`;
    view.draw(html`${heading(view.title, buttons(mayChange ? button(w.join, join(view.reload), 'primary') : nothing, isAdmin ? button(w.backup, backup) : nothing))}
      ${table(view.title, [c.name, c.state, c.role, c.address, c.version, [c.position], [c.lag], [c.contact], [c.skew], mayChange && c.actions], nodes.map(row))}
      ${advice ? html`<p>${warning(advice)}</p>` : nothing}
      <div class="columns">
        ${factSection(w.server, [
          [c.version, server.version],
          [o.uptime, seconds(server.uptime_seconds)],
          [w.time, time(server.time)],
          [c.count, count(server.jobs)],
          [o.connections, count(server.connections)],
          [w.certificate, server.certificate_expires_at && time(server.certificate_expires_at)],
          [o.memory, o.of(bytes(server.memory.used_bytes), bytes(server.memory.limit_bytes))],
        ])}
        ${factSection(w.journal, [
          [w.durability, server.journal.durability],
          [w.since, bytes(server.journal.bytes_since_snapshot)],
          [w.unsynced, bytes(server.journal.unsynced_bytes)],
          [w.lastSync, seconds(server.journal.last_sync_seconds || null)],
          [o.disk, server.disk.free_bytes === null ? '–' : o.needed(bytes(server.disk.free_bytes), bytes(server.disk.needed_bytes))],
        ])}
        ${section(w.doors, table(w.doors, [c.name, c.address, [c.port], c.tls],
          server.doors.map((door) => html`<tr><th scope="row">${door.name}</th><td>${door.address}</td><td class="n">${String(door.port)}</td><td>${door.tls ? w.yes : w.no}</td></tr>`)))}
      </div>`);
  });
}
