import { html, nothing } from '../lib/lit-html.js';
import { get, path } from '../api.js';
import { count } from '../format.js';
import { empty, facts, heading, link, table, when } from '../parts.js';
import { words } from '../words.js';
import { limitButtons, mostRunning, orderOf, rateOf } from './limits.js';

const w = words.limits;
const most = 100;

export const title = (route) => w.name(route.segments[0]);

const row = (key) => html`<tr>
  <th scope="row"><a href=${link('jobs', [], { limit_key: key.key })}>${key.key}</a></th>
  <td class="n">${count(key.running)}</td><td class="n">${mostRunning(key)}</td>
  <td class="n">${key.throttled > 0 ? html`<a href=${link('jobs', [], { limit_key: key.key, state: 'throttled' })}>${count(key.throttled)}</a>` : '0'}</td>
  <td>${when(key.next_slot_at)}</td>
</tr>`;

export async function open(view) {
  const pattern = view.route.segments[0];
  let limit = null;
  let page = null;
  const leave = () => {
    location.hash = link('limits');
  };
  const draw = () =>
    view.draw(html`${heading(title(view.route), limitButtons(limit, reload, leave))}
      <section><h2>${words.job.facts}</h2>${facts([[w.maxRunning, mostRunning(limit)], [w.starts, rateOf(limit)], [w.order, orderOf(limit)]])}</section>
      <h2>${w.keys}</h2>
      ${page.keys.length === 0
        ? empty(w.noKeys)
        : table(w.keys, [{ head: w.key }, { head: w.running, n: true }, { head: w.most, n: true }, { head: words.states.throttled, n: true }, { head: w.next }], page.keys.map(row))}
      ${page.cursor === null ? nothing : html`<p class="note">${w.moreKeys(most)}</p>`}`);
  const reload = async () => {
    try {
      [limit, page] = await Promise.all([get(path('limits', pattern)), get(path('limits', pattern, 'keys'), { limit: most })]);
    } catch (problem) {
      if (problem.status !== 404) {
        throw problem;
      }
      if (limit === null) {
        view.draw(html`${heading(title(view.route))}${empty(w.gone)}`);
      } else {
        leave();
      }
      return;
    }
    draw();
  };
  await reload();
  view.every(3000, async () => {
    if (limit !== null) {
      await reload();
    }
  });
}
