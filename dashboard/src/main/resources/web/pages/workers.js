import { html, nothing } from '../lib/lit-html.js';
import { all, can, path, post } from '../api.js';
import { act, ask } from '../dialog.js';
import { count } from '../format.js';
import { button, empty, heading, link, table, when } from '../parts.js';
import { words } from '../words.js';

const w = words.workers;
const c = words.columns;

export const title = () => w.title;

export async function open(view) {
  let list = { entries: [], more: false };
  const quiet = (worker) => async () => {
    const name = worker.name;
    const sure = worker.quiet ? {} : await ask({ title: w.quietTitle(name), body: html`<p>${w.quietBody}</p>`, action: w.quiet });
    if (sure !== null && (await act(() => post(path('workers', name, 'quiet'), { quiet: !worker.quiet }), worker.quiet ? w.woken(name) : w.quieted(name)))) {
      reload();
    }
  };
  const row = (worker) => html`<tr>
    <th scope="row">${worker.name}</th>
    <td>${worker.quiet ? html`<strong class="warn">${w.isQuiet}</strong>` : w.active}</td>
    <td>${worker.door ?? '–'}</td><td>${worker.address ?? '–'}</td><td>${worker.identity ?? '–'}</td>
    <td>${worker.queues.length === 0 ? '–' : worker.queues.join(', ')}</td>
    <td class="n">${count(worker.waiting)}</td>
    <td class="n">${worker.jobs_held > 0 ? html`<a href=${link('jobs', [], { worker: worker.name, state: 'leased' })}>${count(worker.jobs_held)}</a>` : '0'}</td>
    <td>${when(worker.last_seen_at)}</td>
    ${can('pause') ? html`<td>${worker.hidden_queues ? nothing : button(worker.quiet ? w.wake : w.quiet, quiet(worker), '', w.label(worker.quiet ? w.wake : w.quiet, worker.name))}</td>` : nothing}
  </tr>`;
  const draw = () => {
    const heads = [{ head: c.name }, { head: c.state }, { head: c.door }, { head: c.address }, { head: c.identity }, { head: c.queues }, { head: c.waiting, n: true }, { head: c.held, n: true }, { head: c.seen }];
    view.draw(html`${heading(w.title)}
      ${list.entries.length === 0 ? empty(w.none) : table(w.title, can('pause') ? [...heads, { head: c.actions }] : heads, list.entries.map(row))}
      ${list.more ? html`<p class="note">${w.more(list.entries.length)}</p>` : nothing}`);
  };
  const reload = async () => {
    list = await all('/v1/workers', 'workers', 1000);
    draw();
  };
  await reload();
  view.every(3000, reload);
}
