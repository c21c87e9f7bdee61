import { html, nothing } from '../lib/lit-html.js';
import { can, get } from '../api.js';
import { changeMatching } from '../bulk.js';
import { count } from '../format.js';
import { button, empty, heading, jobLink, link, queueLink, table, when } from '../parts.js';
import { words } from '../words.js';

const w = words.failures;
const c = words.columns;

export const title = () => w.title;

const hasButtons = () => can('retry') || can('delete');

export async function open(view) {
  const queue = view.route.query.get('queue');
  let page = null;
  const reload = async () => {
    page = await get('/v1/failures', queue === null ? { limit: 500 } : { limit: 500, queue });
    draw();
  };
  const press = (action, group) => async () => {
    if (await changeMatching(action, { failure: group.failure, state: 'failed' })) {
      reload();
    }
  };
  const submit = (event) => {
    event.preventDefault();
    const name = new FormData(event.target).get('queue').trim();
    location.hash = link('failures', [], name === '' ? {} : { queue: name });
  };
  const row = (group) => html`<tr>
    <th scope="row"><a href=${link('jobs', [], { failure: group.failure, state: 'failed' })}>${group.error}</a></th>
    <td>${queueLink(group.queue)}</td><td>${group.type}</td>
    <td class="n">${count(group.count)}</td><td>${when(group.first_at)}</td><td>${when(group.last_at)}</td>
    <td>${jobLink(group.sample)}</td><td class="error-text">${group.message ?? '–'}</td>
    ${hasButtons()
      ? html`<td><div class="buttons">
          ${can('retry', group.queue) ? button(w.retry, press('retry', group), '', w.label(w.retry, group.failure)) : nothing}
          ${can('delete', group.queue) ? button(w.remove, press('delete', group), '', w.label(w.remove, group.failure)) : nothing}
        </div></td>`
      : nothing}
  </tr>`;
  const draw = () => {
    const groups = [...page.failures].sort((one, other) => other.count - one.count);
    view.draw(html`${heading(w.title, html`<form class="find" @submit=${submit}><label>${w.queue}<input type="search" name="queue" .value=${queue ?? ''}></label></form>`)}
      <p class="hint">${w.about}</p>
      ${groups.length === 0
        ? empty(w.none)
        : table(w.title, [{ head: c.error }, { head: c.queue }, { head: c.type }, { head: c.count, n: true }, { head: c.first }, { head: c.last }, { head: c.sample }, { head: c.details }, ...(hasButtons() ? [{ head: c.actions }] : [])], groups.map(row))}
      ${page.cursor === null ? nothing : html`<p class="note">${w.more}</p>`}`);
  };
  await reload();
  view.every(5000, reload);
}
