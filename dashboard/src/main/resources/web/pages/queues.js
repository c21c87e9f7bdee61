import { html, nothing } from '../lib/lit-html.js';
import { all, can, path, post, remove } from '../api.js';
import { act, ask } from '../dialog.js';
import { count, rate, seconds } from '../format.js';
import { button, empty, heading, link, queueLink, states, table } from '../parts.js';
import { words } from '../words.js';

const w = words.queues;
const c = words.columns;

export const title = () => w.title;

export const drainSeconds = (queue) => {
  const speed = (queue.completed_per_second ?? 0) - (queue.added_per_second ?? 0);
  return queue.ready === 0 ? 0 : speed > 0 ? queue.ready / speed : null;
};

const columns = [
  ['name', (queue) => queue.name, c.name],
  ['ready', (queue) => queue.ready, words.states.ready],
  ['leased', (queue) => queue.leased, words.states.leased],
  ['scheduled', (queue) => queue.scheduled, words.states.scheduled],
  ['retrying', (queue) => queue.retrying, words.states.retrying],
  ['throttled', (queue) => queue.throttled, words.states.throttled],
  ['failed', (queue) => queue.failed, words.states.failed],
  ['in', (queue) => queue.added_per_second ?? 0, c.rateIn],
  ['out', (queue) => queue.completed_per_second ?? 0, c.rateOut],
  ['oldest', (queue) => queue.oldest_seconds, c.oldest],
  ['drain', (queue) => drainSeconds(queue) ?? Infinity, c.drain],
  ['workers', (queue) => queue.waiting_workers, c.workers],
];

async function pause(name) {
  const sure = await ask({ title: w.pauseTitle(name), body: html`<p>${w.pauseBody}</p>`, action: w.pause });
  return sure !== null && act(() => post(path('queues', name, 'pause')), w.pausedNow(name));
}

const resume = (name) => act(() => post(path('queues', name, 'resume')), w.resumedNow(name));

async function purge(name) {
  const answer = await ask({
    title: w.purgeTitle(name),
    body: html`<p>${w.purgeBody}</p>`,
    fields: html`<fieldset class="checks"><legend>${w.purgeStates}</legend>
      ${states.map((state) => html`<label><input type="checkbox" name="states[]" value=${state} ?checked=${state === 'ready'}>${words.states[state]}</label>`)}
    </fieldset>`,
    typed: name,
    action: w.purge.replace('…', ''),
    danger: true,
  });
  const chosen = answer?.['states[]'];
  if (answer === null) {
    return false;
  }
  if (chosen === undefined) {
    return act(async () => {}, w.purgeNothing);
  }
  return act(() => post(path('queues', name, 'purge'), { states: chosen }), w.purged(name, chosen.map((state) => words.states[state])));
}

async function removeQueue(name) {
  const sure = await ask({ title: w.deleteTitle(name), body: html`<p>${w.deleteBody}</p>`, typed: name, action: w.remove.replace('…', ''), danger: true });
  return sure !== null && act(() => remove(path('queues', name)), w.deleted(name));
}

/**
 * The buttons for a queue, as far as the reader may press them.
 *
 * @param removed called when the queue is deleted; without it there is no such button
 */
export function queueButtons(queue, done, removed = null) {
  const press = (task, then = done) => async () => {
    if (await task(queue.name)) {
      then();
    }
  };
  const label = (text) => w.label(text, queue.name);
  return html`<div class="buttons">
    ${can('pause', queue.name) ? (queue.paused ? button(w.resume, press(resume), '', label(w.resume)) : button(w.pause, press(pause), '', label(w.pause))) : nothing}
    ${can('delete', queue.name) ? button(w.purge, press(purge), '', label(w.purge)) : nothing}
    ${removed !== null && can('delete', queue.name) ? button(w.remove, press(removeQueue, removed), '', label(w.remove)) : nothing}
  </div>`;
}

const hasButtons = () => can('pause') || can('delete');

export async function open(view) {
  let list = await all('/v1/queues', 'queues');
  const query = view.route.query;
  let filter = query.get('name') ?? '';
  let [sorted, direction] = (query.get('sort') ?? 'name').split('-');

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
  const reload = async () => {
    list = await all('/v1/queues', 'queues');
    draw();
  };

  const draw = () => {
    const value = (columns.find(([name]) => name === sorted) ?? columns[0])[1];
    const shown = list.entries.filter((queue) => queue.name.toLowerCase().includes(filter.toLowerCase()));
    shown.sort((one, other) => (value(one) < value(other) ? -1 : value(one) > value(other) ? 1 : 0) * (direction === 'down' ? -1 : 1));
    const heads = columns.map(([name, , text]) => ({
      n: name !== 'name',
      sort: sorted === name ? (direction === 'down' ? 'descending' : 'ascending') : undefined,
      head: html`<button type="button" class="sort" @click=${() => sortBy(name)}>${text}${sorted === name ? html`<span aria-hidden="true">${direction === 'down' ? '↓' : '↑'}</span>` : nothing}</button>`,
    }));
    if (hasButtons()) {
      heads.push({ head: c.actions });
    }
    const row = (queue) => html`<tr>
      <th scope="row">${queueLink(queue.name)}${queue.paused ? html` <strong class="warn">${w.paused}</strong>` : nothing}</th>
      ${['ready', 'leased', 'scheduled', 'retrying', 'throttled', 'failed'].map((state) => html`<td class="n">${queue[state] > 0 ? html`<a href=${link('jobs', [], { queue: queue.name, state })}>${count(queue[state])}</a>` : '0'}</td>`)}
      <td class="n">${rate(queue.added_per_second)}</td>
      <td class="n">${rate(queue.completed_per_second)}</td>
      <td class="n">${queue.ready === 0 ? '–' : seconds(queue.oldest_seconds)}</td>
      <td class="n">${queue.ready === 0 ? '–' : seconds(drainSeconds(queue))}</td>
      <td class="n">${count(queue.waiting_workers)}</td>
      ${hasButtons() ? html`<td>${queueButtons(queue, reload)}</td>` : nothing}
    </tr>`;
    view.draw(html`${heading(w.title, html`<label class="find">${w.filter}<input type="search" .value=${filter} @input=${(event) => { filter = event.target.value; remember(); }}></label>`)}
      ${list.entries.length === 0 ? empty(w.none) : shown.length === 0 ? empty(w.noMatch) : table(w.title, heads, shown.map(row))}
      ${list.more ? html`<p class="note">${w.more(list.entries.length)}</p>` : nothing}`);
  };

  draw();
  view.every(3000, reload);
}
