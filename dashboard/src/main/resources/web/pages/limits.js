import { html, nothing } from '../lib/lit-html.js';
import { all, can, everywhere, path, put, remove } from '../api.js';
import { act, ask } from '../dialog.js';
import { count } from '../format.js';
import { button, empty, heading, link, table } from '../parts.js';
import { words } from '../words.js';

const w = words.limits;
const c = words.columns;

export const title = () => w.title;

export const rateOf = (limit) => (limit.rate === null ? '–' : w.rate(limit.rate));
export const mostRunning = (limit) => (limit.max_running === null ? '–' : count(limit.max_running));
export const orderOf = (limit) => (limit.ordered ? w.ordered : w.unordered);

const fields = (limit) => html`
  ${limit === null
    ? html`<label>${w.pattern}<input name="pattern" required autocomplete="off" spellcheck="false" aria-describedby="pattern-hint"></label><p class="hint" id="pattern-hint">${w.patternHint}</p>`
    : nothing}
  <label>${w.maxRunning}<input type="number" min="1" name="max" .value=${String(limit?.max_running ?? '')} aria-describedby="max-hint"></label><p class="hint" id="max-hint">${w.maxHint}</p>
  <label>${w.starts}<input type="number" min="1" name="count" .value=${String(limit?.rate?.count ?? '')} aria-describedby="count-hint"></label><p class="hint" id="count-hint">${w.maxHint}</p>
  <label>${w.per}<input name="per" .value=${limit?.rate?.per ?? ''} aria-describedby="per-hint"></label><p class="hint" id="per-hint">${w.perHint}</p>
  <label>${w.burst}<input type="number" min="1" name="burst" .value=${String(limit?.rate?.burst ?? '')} aria-describedby="burst-hint"></label><p class="hint" id="burst-hint">${w.burstHint}</p>
  <label class="check"><input type="checkbox" name="ordered" value="true" ?checked=${limit?.ordered === true}>${w.ordered}</label>`;

function bodyOf(answer) {
  const body = { ordered: answer.ordered === 'true' };
  if (answer.max) {
    body.max_running = Number(answer.max);
  }
  if (answer.count) {
    body.rate = { count: Number(answer.count), per: answer.per.trim() || '1s', burst: Number(answer.burst || 1) };
  }
  return body;
}

/** Asks for the values of a limit and sets it; null: of a new one. Returns whether it was set. */
async function setLimit(limit) {
  const answer = await ask({ title: limit === null ? w.createTitle : w.editTitle(limit.pattern), fields: fields(limit), action: w.save });
  if (answer === null) {
    return false;
  }
  const pattern = limit?.pattern ?? answer.pattern.trim();
  return act(() => put(path('limits', pattern), bodyOf(answer)), w.saved(pattern));
}

async function removeLimit(pattern) {
  const sure = await ask({ title: w.deleteTitle(pattern), body: html`<p>${w.deleteBody}</p>`, action: w.remove.replace('…', ''), danger: true });
  return sure !== null && act(() => remove(path('limits', pattern)), w.deleted(pattern));
}

/** Whether the reader may change limits, which count over all queues. */
const mayChange = () => can('configure') && everywhere();

/** @param removed called in place of done when the limit is deleted */
export function limitButtons(limit, done, removed = done) {
  if (!mayChange()) {
    return nothing;
  }
  const press = (task, then) => async () => {
    if (await task()) {
      then();
    }
  };
  return html`<div class="buttons">
    ${button(w.edit, press(() => setLimit(limit), done), '', w.label(w.edit, limit.pattern))}
    ${button(w.remove, press(() => removeLimit(limit.pattern), removed), '', w.label(w.remove, limit.pattern))}
  </div>`;
}

export async function open(view) {
  let list = { entries: [], more: false };
  const create = async () => {
    if (await setLimit(null)) {
      reload();
    }
  };
  const row = (limit) => html`<tr>
    <th scope="row">${everywhere() ? html`<a href=${link('limit', [limit.pattern])}>${limit.pattern}</a>` : limit.pattern}</th>
    <td class="n">${mostRunning(limit)}</td><td>${rateOf(limit)}</td><td>${orderOf(limit)}</td>
    ${mayChange() ? html`<td>${limitButtons(limit, reload)}</td>` : nothing}
  </tr>`;
  const draw = () => {
    const heads = [{ head: w.pattern }, { head: w.maxRunning, n: true }, { head: w.starts }, { head: w.order }];
    view.draw(html`${heading(w.title, mayChange() ? button(w.create, create, 'primary') : nothing)}
      <p class="hint">${w.about} <a href=${link('jobs', [], { state: 'throttled' })}>${w.throttled}</a></p>
      ${list.entries.length === 0 ? empty(w.none) : table(w.title, mayChange() ? [...heads, { head: c.actions }] : heads, list.entries.map(row))}`);
  };
  const reload = async () => {
    list = await all('/v1/limits', 'limits', 1000);
    draw();
  };
  await reload();
  view.every(10000, reload);
}
