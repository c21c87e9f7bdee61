import { html, nothing } from '../lib/lit-html.js';
import { can, get, path, post } from '../api.js';
import { press } from '../dialog.js';
import { count } from '../format.js';
import { button, buttons, countLink, finder, heading, leaveTo, link, pager, table, warning, when } from '../parts.js';
import { words } from '../words.js';

const w = words.batches;
const c = words.columns;
const s = words.states;

export function batchState(batch) {
  if (batch.open) {
    return w.open;
  }
  if (batch.pending > 0) {
    return w.running;
  }
  return batch.failed + batch.cancelled > 0 ? warning(w.incomplete) : w.done;
}

export const progressBar = (batch) =>
  html`<span class="share"><progress max=${Math.max(1, batch.total)} value=${batch.total - batch.pending} aria-label=${w.progress(batch.id)}></progress>
    ${w.ended(batch.total - batch.pending, batch.total)}</span>`;

/** The failed jobs of a batch; those that timed out count as failed. */
export const failedLink = (batch) => countLink(batch.failed, { batch: batch.id, state: ['failed', 'timed_out'] });

/** Rights count for the queues of its jobs, which the server knows. */
const acts = {
  retry: (batch) => can('retry') && batch.failed + batch.cancelled > 0,
  close: (batch) => can('add') && batch.open,
  cancel: (batch) => can('cancel') && (batch.pending > 0 || batch.open),
};

export const batchButtons = (batch, done) =>
  buttons(
    Object.keys(acts)
      .filter((act) => acts[act](batch))
      .map((act) => {
        const question = { title: w.ask[act](batch.id), body: w.about[act], action: w[act], danger: act === 'cancel' };
        return button(w[act], press(() => post(path('batches', batch.id, act)), w.did[act](batch.id), done, question), '', batch.id);
      }),
  );

export async function open(view) {
  const query = view.route.query;
  const hasButtons = can('retry') || can('cancel') || can('add');
  const row = (batch) => html`<tr>
    <th scope="row"><a class="id" href=${link('batch', [batch.id])}>${batch.id}</a></th>
    <td>${batchState(batch)}</td><td>${progressBar(batch)}</td>
    <td class="n">${count(batch.completed)}</td><td class="n">${failedLink(batch)}</td><td class="n">${count(batch.cancelled)}</td>
    <td>${when(batch.created_at)}</td><td>${when(batch.ended_at)}</td>
    ${hasButtons ? html`<td>${batchButtons(batch, view.reload)}</td>` : nothing}
  </tr>`;
  await view.follow(5000, async () => {
    const page = await get('/v1/batches', { limit: 50, cursor: query.get('cursor') });
    view.draw(html`${heading(view.title, finder(w.find, 'id', '', (id) => id !== '' && leaveTo('batch', [id])()))}
      ${table(view.title, [c.name, c.state, w.column, [s.completed], [s.failed], [s.cancelled], c.created, w.endedAt, hasButtons && c.actions], page.batches.map(row), w.none)}
      ${pager('batches', query, page.cursor)}`);
  });
}
