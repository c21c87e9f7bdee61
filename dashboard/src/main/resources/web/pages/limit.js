import { html, nothing } from '../lib/lit-html.js';
import { get, path } from '../api.js';
import { count } from '../format.js';
import { countLink, factSection, heading, leaveTo, link, table, when } from '../parts.js';
import { words } from '../words.js';
import { limitButtons, mostRunning, orderOf, rateOf } from './limits.js';

const w = words.limits;
const most = 100;

export const title = (route) => w.name(route.segments[0]);

const row = (key) => html`<tr>
  <th scope="row"><a href=${link('jobs', [], { limit_key: key.key })}>${key.key}</a></th>
  <td class="n">${count(key.running)}</td><td class="n">${mostRunning(key)}</td>
  <td class="n">${countLink(key.throttled, { limit_key: key.key, state: 'throttled' })}</td>
  <td>${when(key.next_slot_at)}</td>
</tr>`;

export async function open(view) {
  const pattern = view.route.segments[0];
  const leave = leaveTo('limits');
  await view.follow(
    3000,
    async () => {
      const [limit, page] = await Promise.all([get(path('limits', pattern)), get(path('limits', pattern, 'keys'), { limit: most })]);
      view.draw(html`${heading(view.title, limitButtons(limit, view.reload, leave))}
        ${factSection(words.job.facts, [[w.maxRunning, mostRunning(limit)], [w.starts, rateOf(limit)], [w.order, orderOf(limit)]])}
        <h2>${w.keys}</h2>
        ${table(w.keys, [w.key, [w.running], [w.most], [words.states.throttled], w.next], page.keys.map(row), w.noKeys)}
        ${page.cursor === null ? nothing : html`<p class="note">${w.moreKeys(most)}</p>`}`);
    },
    w.gone,
    leave,
  );
}
