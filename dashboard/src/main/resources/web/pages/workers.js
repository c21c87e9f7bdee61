import { html, nothing } from '../lib/lit-html.js';
import { all, can, path, post } from '../api.js';
import { press } from '../dialog.js';
import { count } from '../format.js';
import { button, countLink, heading, table, warning, when } from '../parts.js';
import { words } from '../words.js';

const w = words.workers;
const c = words.columns;

export async function open(view) {
  const quiet = ({ name, quiet: isQuiet }) => {
    const change = () => post(path('workers', name, 'quiet'), { quiet: !isQuiet });
    return isQuiet
      ? button(w.wake, press(change, w.woken(name), view.reload), '', name)
      : button(w.quiet, press(change, w.quieted(name), view.reload, { title: w.quietTitle(name), body: w.quietBody, action: w.quiet }), '', name);
  };
  const row = (worker) => html`<tr>
    <th scope="row">${worker.name}</th>
    <td>${worker.quiet ? warning(w.isQuiet) : w.active}</td>
    <td>${worker.door ?? '–'}</td><td>${worker.address ?? '–'}</td><td>${worker.identity ?? '–'}</td>
    <td>${worker.queues.length === 0 ? '–' : worker.queues.join(', ')}</td>
    <td class="n">${count(worker.waiting)}</td>
    <td class="n">${countLink(worker.jobs_held, { worker: worker.name, state: 'leased' })}</td>
    <td>${when(worker.last_seen_at)}</td>
    ${can('pause') ? html`<td>${worker.hidden_queues ? nothing : quiet(worker)}</td>` : nothing}
  </tr>`;
  await view.follow(3000, async () => {
    const list = await all('/v1/workers', 'workers', 1000);
    view.draw(html`${heading(view.title)}
      ${table(view.title, [c.name, c.state, c.door, c.address, c.identity, c.queues, [c.waiting], [c.held], c.seen, can('pause') && c.actions], list.entries.map(row), w.none)}
      ${list.more ? html`<p class="note">${w.more(list.entries.length)}</p>` : nothing}`);
  });
}
