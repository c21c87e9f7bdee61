import { html, nothing } from '../lib/lit-html.js';
import { can, get, path, post } from '../api.js';
import { act, ask } from '../dialog.js';
import { count } from '../format.js';
import { button, empty, heading, link, table, when } from '../parts.js';
import { words } from '../words.js';

const w = words.batches;
const c = words.columns;

export const title = () => w.title;

export function batchState(batch) {
  if (batch.open) {
    return w.open;
  }
  if (batch.pending > 0) {
    return w.running;
  }
  return batch.failed + batch.cancelled > 0 ? html`<strong class="warn">${w.incomplete}</strong>` : w.done;
}

export const progressBar = (batch) =>
  html`<span class="share"><progress max=${Math.max(1, batch.total)} value=${batch.total - batch.pending} aria-label=${w.progress(batch.id)}></progress>
    ${w.ended(batch.total - batch.pending, batch.total)}</span>`;

/** The failed jobs of a batch; those that timed out count as failed. */
export const failedLink = (batch) =>
  batch.failed > 0 ? html`<a href=${link('jobs', [], { batch: batch.id, state: ['failed', 'timed_out'] })}>${count(batch.failed)}</a>` : '0';

export function batchButtons(batch, done) {
  const press = (action, danger) => async () => {
    const sure = await ask({ title: w.ask[action](batch.id), body: html`<p>${w.about[action]}</p>`, action: w[action].replace('…', ''), danger });
    if (sure !== null && (await act(() => post(path('batches', batch.id, action)), w.did[action](batch.id)))) {
      done();
    }
  };
  return html`<div class="buttons">
    ${can('retry') && batch.failed + batch.cancelled > 0 ? button(w.retry, press('retry', false), '', w.label(w.retry, batch.id)) : nothing}
    ${can('cancel') && (batch.pending > 0 || batch.open) ? button(w.cancel, press('cancel', true), '', w.label(w.cancel, batch.id)) : nothing}
  </div>`;
}

const hasButtons = () => can('retry') || can('cancel');

export async function open(view) {
  const cursor = view.route.query.get('cursor');
  let page = null;
  const find = (event) => {
    event.preventDefault();
    const id = new FormData(event.target).get('id').trim();
    if (id !== '') {
      location.hash = link('batch', [id]);
    }
  };
  const row = (batch) => html`<tr>
    <th scope="row"><a class="id" href=${link('batch', [batch.id])}>${batch.id}</a></th>
    <td>${batchState(batch)}</td><td>${progressBar(batch)}</td>
    <td class="n">${count(batch.completed)}</td><td class="n">${failedLink(batch)}</td><td class="n">${count(batch.cancelled)}</td>
    <td>${when(batch.created_at)}</td><td>${when(batch.ended_at)}</td>
    ${hasButtons() ? html`<td>${batchButtons(batch, reload)}</td>` : nothing}
  </tr>`;
  const draw = () => {
    const heads = [{ head: c.name }, { head: c.state }, { head: w.column }, { head: words.states.completed, n: true }, { head: words.states.failed, n: true }, { head: words.states.cancelled, n: true }, { head: c.created }, { head: w.endedAt }];
    view.draw(html`${heading(w.title, html`<form class="find" @submit=${find}><label>${w.find}<input type="search" name="id" autocomplete="off" spellcheck="false"></label></form>`)}
      ${page.batches.length === 0 ? empty(w.none) : table(w.title, hasButtons() ? [...heads, { head: c.actions }] : heads, page.batches.map(row))}
      <div class="pager">
        ${cursor === null ? nothing : html`<a class="button" href=${link('batches')}>${words.jobs.first}</a>`}
        ${page.cursor === null ? nothing : html`<a class="button" href=${link('batches', [], { cursor: page.cursor })}>${words.jobs.next}</a>`}
      </div>`);
  };
  const reload = async () => {
    page = await get('/v1/batches', cursor === null ? { limit: 50 } : { limit: 50, cursor });
    draw();
  };
  await reload();
  view.every(5000, reload);
}
