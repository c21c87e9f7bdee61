// Pieces that several pages have.
import { html, nothing } from './lib/lit-html.js';
import { ago, time } from './format.js';
import { words } from './words.js';

export const states = ['ready', 'scheduled', 'depends', 'throttled', 'retrying', 'leased', 'completed', 'failed', 'timed_out', 'cancelled'];
export const waitingStates = ['ready', 'scheduled', 'depends', 'throttled', 'retrying'];
export const endedStates = ['completed', 'failed', 'timed_out', 'cancelled'];
export const retryableStates = ['failed', 'timed_out', 'cancelled'];

export const stateBadge = (state) =>
  html`<span class="state"><i class="dot ${state}" aria-hidden="true"></i>${words.states[state] ?? state}</span>`;

export const when = (text) => (text ? html`<time datetime=${text} title=${time(text)}>${ago(text)}</time>` : '–');

/** An address within the dashboard. */
export function link(page, segments = [], query = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    [value].flat().forEach((each) => parameters.append(name, each));
  }
  const text = parameters.toString();
  return '#/' + [page, ...segments.map(encodeURIComponent)].join('/') + (text === '' ? '' : '?' + text);
}

/** Ids that the server makes are long; their beginning tells the time and their end tells them apart. */
const shortId = (id) => (id.length > 24 ? id.slice(0, 8) + '…' + id.slice(-6) : id);

export const jobLink = (id) => html`<a class="id" title=${id} href=${link('job', [id])}>${shortId(id)}</a>`;
export const queueLink = (name) => html`<a href=${link('queue', [name])}>${name}</a>`;

/** A table that scrolls by itself where the screen is narrow. columns: [{ head, n }] ; n: numbers, to the right. */
export function table(label, columns, rows) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead><tr>${columns.map((each) => html`<th scope="col" class=${each.n ? 'n' : ''} aria-sort=${each.sort ?? nothing}>${each.head}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}

export const empty = (text, more = nothing) => html`<div class="empty"><p>${text}</p>${more}</div>`;

export const heading = (title, more = nothing) => html`<div class="heading"><h1 tabindex="-1">${title}</h1>${more}</div>`;

/** A list of names and values. pairs: [[name, value]]; those without a value are left out. */
export const facts = (pairs) =>
  html`<dl class="facts">
    ${pairs
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;

export const tile = (name, value, href, kind = '') =>
  html`<div class="tile ${kind}"><dt>${href ? html`<a href=${href}>${name}</a>` : name}</dt><dd>${value}</dd></div>`;

export const button = (text, press, kind = '', label = nothing) =>
  html`<button type="button" class=${kind} aria-label=${label} @click=${press}>${text}</button>`;
