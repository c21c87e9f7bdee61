import { html, nothing } from '../lib/lit-html.js';
import { all, can, everywhere, path, put, remove } from '../api.js';
import { press } from '../dialog.js';
import { count } from '../format.js';
import { button, buttons, checks, field, heading, link, table } from '../parts.js';
import { words } from '../words.js';

const w = words.limits;
const c = words.columns;

export const rateOf = (limit) => (limit.rate === null ? '–' : w.rate(limit.rate));
export const mostRunning = (limit) => (limit.max_running === null ? '–' : count(limit.max_running));
export const orderOf = (limit) => (limit.ordered ? w.ordered : w.unordered);

const amount = (hint) => ({ type: 'number', min: 1, hint });

/** The fields of how many jobs run, and how often they start: of a limit, or of a queue. */
export const paceFields = (limit) => html`
  ${field(w.maxRunning, 'max_running', limit.max_running, amount(w.maxHint))} ${field(w.starts, 'count', limit.rate?.count, amount(w.maxHint))}
  ${field(w.per, 'per', limit.rate?.per, { hint: w.perHint })} ${field(w.burst, 'burst', limit.rate?.burst, amount(w.burstHint))}`;

/** Takes the values of these fields for the others. */
export const withPace = ({ count, per = '1s', burst = 1, ...others }) => ({ ...others, rate: count && { count, per, burst } });

/** What sets a limit; null: a new one. */
const setLimit = (limit, done) =>
  press(
    ({ pattern = limit?.pattern, ordered, ...answer }) => put(path('limits', pattern), { ...withPace(answer), ordered: ordered.length > 0 }),
    (set) => w.saved(set.pattern),
    done,
    {
      title: limit === null ? w.create : w.editTitle(limit.pattern),
      fields: html`${limit === null ? field(w.pattern, 'pattern', '', { required: true, hint: w.patternHint }) : nothing} ${paceFields(limit ?? {})}
        ${checks(w.order, 'ordered', [w.ordered], limit?.ordered ? [w.ordered] : [])}`,
      action: words.save,
    },
  );

/** Whether the reader may change limits, which count over all queues. */
const mayChange = () => can('configure') && everywhere();

/** @param removed called in place of done when the limit is deleted */
export const limitButtons = (limit, done, removed = done) =>
  mayChange()
    ? buttons(
        button(words.change, setLimit(limit, done), '', limit.pattern),
        button(words.remove, press(() => remove(path('limits', limit.pattern)), w.deleted(limit.pattern), removed, {
          title: w.deleteTitle(limit.pattern), body: w.deleteBody, action: words.remove, danger: true,
        }), '', limit.pattern),
      )
    : nothing;

export async function open(view) {
  const row = (limit) => html`<tr>
    <th scope="row">${everywhere() ? html`<a href=${link('limit', [limit.pattern])}>${limit.pattern}</a>` : limit.pattern}</th>
    <td class="n">${mostRunning(limit)}</td><td>${rateOf(limit)}</td><td>${orderOf(limit)}</td>
    ${mayChange() ? html`<td>${limitButtons(limit, view.reload)}</td>` : nothing}
  </tr>`;
  await view.follow(10000, async () => {
    const list = await all('/v1/limits', 'limits', 1000);
    view.draw(html`${heading(view.title, mayChange() ? button(w.create, setLimit(null, view.reload), 'primary') : nothing)}
      <p class="hint">${w.about} <a href=${link('jobs', [], { state: 'throttled' })}>${w.throttled}</a></p>
      ${table(view.title, [w.pattern, [w.maxRunning], w.starts, w.order, mayChange() && c.actions], list.entries.map(row), w.none)}`);
  });
}
