import { html, nothing } from '../lib/lit-html.js';
import { can, get } from '../api.js';
import { changeMatching } from '../bulk.js';
import { count } from '../format.js';
import { button, buttons, finder, heading, jobLink, leaveTo, link, queueLink, table, when } from '../parts.js';
import { words } from '../words.js';

const w = words.failures;
const c = words.columns;

export async function open(view) {
  const queue = view.route.query.get('queue');
  const hasButtons = can('retry') || can('delete');
  const act = (action, text, group) =>
    can(action, group.queue) ? button(text, () => changeMatching(action, { failure: group.failure, state: 'failed' }, view.reload), '', group.failure) : nothing;
  const row = (group) => html`<tr>
    <th scope="row"><a href=${link('jobs', [], { failure: group.failure, state: 'failed' })}>${group.error}</a></th>
    <td>${queueLink(group.queue)}</td><td>${group.type}</td>
    <td class="n">${count(group.count)}</td><td>${when(group.first_at)}</td><td>${when(group.last_at)}</td>
    <td>${jobLink(group.sample)}</td><td class="error-text">${group.message ?? '–'}</td>
    ${hasButtons ? html`<td>${buttons(act('retry', w.retry, group), act('delete', w.remove, group))}</td>` : nothing}
  </tr>`;
  await view.follow(5000, async () => {
    const page = await get('/v1/failures', { limit: 500, queue });
    const groups = page.failures.sort((one, other) => other.count - one.count);
    view.draw(html`${heading(view.title, finder(c.queue, 'queue', queue ?? '', (name) => leaveTo('failures', [], name === '' ? {} : { queue: name })()))}
      <p class="hint">${w.about}</p>
      ${table(view.title, [c.error, c.queue, c.type, [c.count], c.first, c.last, c.sample, c.details, hasButtons && c.actions], groups.map(row), w.none)}
      ${page.cursor === null ? nothing : html`<p class="note">${w.more}</p>`}`);
  });
}
