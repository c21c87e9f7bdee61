// Pieces that several pages have.
import { html, nothing } from './lib/lit-html.js';
import { ago, count, json, time } from './format.js';
import { plain, words } from './words.js';

export const states = ['ready', 'scheduled', 'depends', 'throttled', 'retrying', 'leased', 'completed', 'failed', 'timed_out', 'cancelled'];
export const waitingStates = ['ready', 'scheduled', 'depends', 'throttled', 'retrying'];
export const endedStates = ['completed', 'failed', 'timed_out', 'cancelled'];
export const retryableStates = ['failed', 'timed_out', 'cancelled'];

export const stateBadge = (state) =>
  html`<span class="state"><i class="dot ${state}" aria-hidden="true"></i>${words.states[state] ?? state}</span>`;

/** Whether a queue or a schedule is paused, or something else that may be overlooked. */
export const warning = (text) => html`<strong class="warn">${text}</strong>`;

export const when = (text) => (text ? html`<time datetime=${text} title=${time(text)}>${ago(text)}</time>` : '–');

/** An address within the dashboard. query: values or lists of values by name */
export function link(page, segments = [], query = {}) {
  const parameters = new URLSearchParams(query instanceof URLSearchParams ? query : []);
  for (const [name, value] of Object.entries(query)) {
    [value ?? []].flat().forEach((each) => parameters.append(name, each));
  }
  const text = parameters.toString();
  return '#/' + [page, ...segments.map(encodeURIComponent)].join('/') + (text === '' ? '' : '?' + text);
}

/** What shows another page. */
export const leaveTo = (page, segments, query) => () => {
  location.hash = link(page, segments, query);
};

/** Ids that the server makes are long; their beginning tells the time and their end tells them apart. */
const shortId = (id) => (id.length > 24 ? id.slice(0, 8) + '…' + id.slice(-6) : id);

export const jobLink = (id) => html`<a class="id" title=${id} href=${link('job', [id])}>${shortId(id)}</a>`;
export const queueLink = (name) => html`<a href=${link('queue', [name])}>${name}</a>`;

/** A number that leads to the jobs that it counts. */
export const countLink = (number, query) => (number > 0 ? html`<a href=${link('jobs', [], query)}>${count(number)}</a>` : '0');

/**
 * A table that scrolls by itself where the screen is narrow.
 *
 * @param columns their heads; those of numbers are lists of one; others may be { head, n, sort }
 * @param none what is said if there are no rows
 */
export function table(label, columns, rows, none) {
  if (rows.length === 0) {
    return empty(none);
  }
  const heads = columns
    .filter((each) => each)
    .map((each) => (Array.isArray(each) ? { head: each[0], n: true } : typeof each === 'string' ? { head: each } : each))
    .map((each) => html`<th scope="col" class=${each.n ? 'n' : ''} aria-sort=${each.sort ?? nothing}>${each.head}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>
  </div>`;
}

/** The ways to the other pages of a list. query: the parameters of the page that is shown */
export function pager(page, query, cursor, more = nothing) {
  const address = (next) => {
    const parameters = new URLSearchParams(query);
    parameters.delete('cursor');
    next.forEach((each) => parameters.set('cursor', each));
    return link(page, [], parameters);
  };
  return html`<div class="pager">
    ${query.has('cursor') ? html`<a class="button" href=${address([])}>${words.firstPage}</a>` : nothing}
    ${cursor === null ? nothing : html`<a class="button" href=${address([cursor])}>${words.nextPage}</a>`} ${more}
  </div>`;
}

export const empty = (text, more = nothing) => html`<div class="empty"><p>${text}</p>${more}</div>`;

export const heading = (title, more = nothing) => html`<div class="heading"><h1 tabindex="-1">${title}</h1>${more}</div>`;

export const section = (title, content) => html`<section><h2>${title}</h2>${content}</section>`;

/** A list of names and values. pairs: [[name, value]]; those without a value are left out. */
export const factSection = (title, pairs) =>
  section(
    title,
    html`<dl class="facts">
      ${pairs.filter(([, value]) => value !== null && value !== undefined && value !== '').map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>`,
  );

/** The numbers of jobs by state. query: what else the jobs have in common */
export const tiles = (number, query = {}) =>
  html`<dl class="tiles">
    ${states.map((state) => html`<div class="tile ${state}"><dt><a href=${link('jobs', [], { ...query, state })}>${words.states[state]}</a></dt><dd>${number(state)}</dd></div>`)}
  </dl>`;

/** @param of what it is for, where the page has several with the same text */
export const button = (text, press, kind = '', of = null) =>
  html`<button type="button" class=${kind} aria-label=${of === null ? nothing : plain(text) + (text.includes(' ') ? ': ' : ' ') + of} @click=${press}>${text}</button>`;

export const buttons = (...all) => html`<div class="buttons">${all}</div>`;

/** A field of a form. more: { type, hint, options, rows } and what else an input has: required, min, list, placeholder */
export function field(label, name, value = '', { type = 'text', hint, options, rows, required = false, min = nothing, list = nothing, placeholder = nothing } = {}) {
  const id = name + '-hint';
  const about = hint === undefined ? nothing : id;
  const text = String(value ?? '');
  const input = options
    ? html`<select name=${name} aria-describedby=${about}>${options.map((each) => html`<option ?selected=${each === text}>${each}</option>`)}</select>`
    : rows
      ? html`<textarea name=${name} rows=${rows} spellcheck="false" ?required=${required} .value=${text} aria-describedby=${about}></textarea>`
      : html`<input name=${name} type=${type} min=${min} list=${list} placeholder=${placeholder} ?required=${required} .value=${text} step=${type === 'datetime-local' ? 1 : nothing} autocomplete="off" spellcheck="false" aria-describedby=${about}>`;
  return html`<div class="field"><label>${label}${input}</label>${hint === undefined ? nothing : html`<p class="hint" id=${id}>${hint}</p>`}</div>`;
}

/** Boxes of which several may be ticked. */
export const checks = (legend, name, values, chosen, shown = {}) =>
  html`<fieldset class="checks"><legend>${legend}</legend>
    ${values.map((value) => html`<label><input type="checkbox" name=${name} value=${value} .checked=${chosen.includes(value)}>${shown[value] ?? value}</label>`)}
  </fieldset>`;

/** A text as it is searched for by a form in the heading. */
export const finder = (label, name, value, submit) => {
  const find = (event) => {
    event.preventDefault();
    submit(new FormData(event.target).get(name).trim());
  };
  return html`<form class="find" @submit=${find}><label>${label}<input type="search" name=${name} .value=${value} autocomplete="off" spellcheck="false"></label></form>`;
};

/** The parts of a text between commas. */
export const parts = (text) => (text ?? '').split(',').map((each) => each.trim()).filter((each) => each !== '');

/** A time as a field of a form wants it: local, without a zone. */
export function localTime(text) {
  if (!text) {
    return '';
  }
  const at = new Date(text);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60000).toISOString().slice(0, 19);
}

export const block = (value) => html`<pre tabindex="0">${json(value)}</pre>`;
