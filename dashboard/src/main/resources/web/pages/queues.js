import { html, nothing } from '../lib/lit-html.js';
import { all, can, path, post, put, remove } from '../api.js';
import { press } from '../dialog.js';
import { count, rate, seconds } from '../format.js';
import { button, buttons, checks, countLink, field, heading, link, parts, queueLink, states, table, warning } from '../parts.js';
import { words } from '../words.js';
import { paceFields, withPace } from './limits.js';

const w = words.queues;
const c = words.columns;

const drainSeconds = (queue) => {
  const speed = (queue.completed_per_second ?? 0) - (queue.added_per_second ?? 0);
  return queue.ready === 0 ? 0 : speed > 0 ? queue.ready / speed : null;
};

export const oldest = (queue) => (queue.ready === 0 ? '–' : seconds(queue.oldest_seconds));
export const drain = (queue) => (queue.ready === 0 ? '–' : seconds(drainSeconds(queue)));

const counted = ['ready', 'leased', 'scheduled', 'retrying', 'throttled', 'failed'];
/** Name, value and head of the columns. */
const columns = [
  ['name', (queue) => queue.name, c.name],
  ...counted.map((state) => [state, (queue) => queue[state], words.states[state]]),
  ['in', (queue) => queue.added_per_second ?? 0, c.rateIn],
  ['out', (queue) => queue.completed_per_second ?? 0, c.rateOut],
  ['oldest', (queue) => queue.oldest_seconds, c.oldest],
  ['drain', (queue) => drainSeconds(queue) ?? Infinity, c.drain],
  ['workers', (queue) => queue.waiting_workers, c.workers],
];

/** The pauses between attempts as they are typed in: first..longest, or all of them. */
const pauses = (backoff) => (Array.isArray(backoff) ? backoff.join(', ') : backoff ? `${backoff.first}..${backoff.max}` : '');

function pausesOf(text) {
  const [first, max] = text.split('..').map((each) => each.trim());
  return max === undefined ? parts(text) : { first, max };
}

/** What sets the defaults of a queue; null: of a new one. */
export function setQueue(queue, done) {
  const known = queue?.settings ?? {};
  return press(
    ({ name = queue?.name, backoff, completed, failed, cancelled, ...answer }) =>
      put(path('queues', name), { ...withPace(answer), backoff: backoff && pausesOf(backoff), keep: { completed, failed, cancelled } }),
    (set) => w.saved(set.name),
    done,
    {
      title: queue === null ? w.create : w.editTitle(queue.name),
      body: w.setBody,
      fields: html`<div class="fields">${queue === null ? field(c.name, 'name', '', { required: true }) : nothing}
        ${field(words.job.labels.priority, 'priority', known.priority, { type: 'number', hint: words.job.priorityHint })}
        ${field(words.job.labels.maxAttempts, 'max_attempts', known.max_attempts, { type: 'number', min: 0, hint: words.job.attemptsHint })}
        ${field(words.job.labels.lapses, 'max_lapses', known.max_lapses, { type: 'number', min: 0 })} ${field(w.backoff, 'backoff', pauses(known.backoff), { hint: w.backoffHint })}
        ${field(w.lease, 'lease', known.lease, { hint: w.leaseHint })} ${field(w.ttl, 'ttl', known.ttl, { hint: w.ttlHint })}
        ${['completed', 'failed', 'cancelled'].map((state) => field(w.keep(words.states[state]), state, known.keep?.[state], { hint: w.keepHint }))}
        ${field(w.deadLetter, 'dead_letter', known.dead_letter, { hint: w.deadHint })} ${paceFields(known)}</div>`,
      action: words.save,
    },
  );
}

/**
 * The buttons for a queue, as far as the reader may press them.
 *
 * @param removed called when the queue is deleted; only a page of the queue alone has that button and the one for its defaults
 */
export function queueButtons(queue, done, removed = null) {
  const name = queue.name;
  const act = (word) => ({ states }) => post(path('queues', name, word), { states });
  const isAlone = removed !== null;
  return buttons(
    !can('pause', name)
      ? nothing
      : queue.paused
        ? button(words.resume, press(act('resume'), words.resumed(name), done), '', name)
        : button(words.pause, press(act('pause'), words.paused(name), done, { title: words.pauseTitle(name), body: w.pauseBody, action: words.pause }), '', name),
    isAlone && can('configure', name) ? button(words.change, setQueue(queue, done), '', name) : nothing,
    can('delete', name)
      ? button(w.purge, press(act('purge'), (done, answer) => w.purged(name, answer.states.map((state) => words.states[state])), done, {
          title: w.purgeTitle(name), body: w.purgeBody, fields: checks(w.purgeStates, 'states', states, ['ready'], words.states), typed: name, action: w.purge, danger: true,
        }), '', name)
      : nothing,
    isAlone && can('delete', name)
      ? button(words.remove, press(() => remove(path('queues', name)), words.removed(name), removed, { title: words.removeTitle(name), body: w.deleteBody, typed: name, action: words.remove, danger: true }), '', name)
      : nothing,
  );
}

export async function open(view) {
  let list = null;
  const query = view.route.query;
  let filter = query.get('name') ?? '';
  let [sorted, direction] = (query.get('sort') ?? 'name').split('-');
  const hasButtons = can('pause') || can('delete');

  const remember = () => {
    const parameters = {};
    if (filter !== '') {
      parameters.name = filter;
    }
    if (sorted !== 'name' || direction === 'down') {
      parameters.sort = sorted + (direction === 'down' ? '-down' : '');
    }
    history.replaceState(null, '', link('queues', [], parameters));
    draw();
  };
  const sortBy = (name) => {
    direction = sorted === name ? (direction === 'down' ? 'up' : 'down') : name === 'name' ? 'up' : 'down';
    sorted = name;
    remember();
  };
  const type = (event) => {
    filter = event.target.value;
    remember();
  };
  const row = (queue) => html`<tr>
    <th scope="row">${queueLink(queue.name)}${queue.paused ? html` ${warning(w.paused)}` : nothing}</th>
    ${counted.map((state) => html`<td class="n">${countLink(queue[state], { queue: queue.name, state })}</td>`)}
    ${[rate(queue.added_per_second), rate(queue.completed_per_second), oldest(queue), drain(queue), count(queue.waiting_workers)].map((text) => html`<td class="n">${text}</td>`)}
    ${hasButtons ? html`<td>${queueButtons(queue, view.reload)}</td>` : nothing}
  </tr>`;
  const draw = () => {
    const value = (columns.find(([name]) => name === sorted) ?? columns[0])[1];
    const shown = list.entries.filter((queue) => queue.name.toLowerCase().includes(filter.toLowerCase()));
    shown.sort((one, other) => (value(one) < value(other) ? -1 : value(one) > value(other) ? 1 : 0) * (direction === 'down' ? -1 : 1));
    const heads = columns.map(([name, , text]) => ({
      n: name !== 'name',
      sort: sorted === name ? (direction === 'down' ? 'descending' : 'ascending') : undefined,
      head: html`<button type="button" class="sort" @click=${() => sortBy(name)}>${text}${sorted === name ? html`<span aria-hidden="true">${direction === 'down' ? '↓' : '↑'}</span>` : nothing}</button>`,
    }));
    view.draw(html`${heading(view.title, buttons(
        html`<label class="find">${w.filter}<input type="search" .value=${filter} @input=${type}></label>`,
        can('configure') ? button(w.create, setQueue(null, view.reload), 'primary') : nothing,
      ))}
      ${table(view.title, [...heads, hasButtons && c.actions], shown.map(row), list.entries.length === 0 ? w.none : w.noMatch)}
      ${list.more ? html`<p class="note">${w.more(list.entries.length)}</p>` : nothing}`);
  };
  await view.follow(3000, async () => {
    list = await all('/v1/queues', 'queues');
    draw();
  });
}
