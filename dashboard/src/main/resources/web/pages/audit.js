import { html, nothing } from '../lib/lit-html.js';
import { get, isNamed } from '../api.js';
import { time } from '../format.js';
import { empty, heading, link, table } from '../parts.js';
import { jobs, words } from '../words.js';

const w = words.audit;
const c = words.columns;

export const title = () => w.title;

const details = (line) =>
  [(line.targets ?? []).join(', '), line.right, line.filter, line.count === undefined ? '' : jobs(line.count)].filter((text) => text).join(' · ');

/** An action on many jobs names itself for each of them. */
function shortAction(text) {
  const parts = (text ?? '–').split(', ');
  return parts.length > 1 && parts.every((part) => part === parts[0]) ? w.times(parts[0], parts.length) : parts.join(', ');
}

export async function open(view) {
  const cursor = view.route.query.get('cursor');
  const page = await get('/v1/audit', cursor === null ? { limit: 100 } : { limit: 100, cursor });
  view.draw(html`${heading(w.title)}
    <p class="hint">${w.about}</p>
    ${page.lines.length === 0
      ? empty(isNamed() ? w.none : w.noFile)
      : table(w.title, [{ head: c.when }, { head: c.event }, { head: c.identity }, { head: c.action }, { head: c.details }, { head: c.door }, { head: c.address }],
          page.lines.map((line) => html`<tr><td>${time(line.time)}</td><td>${line.event}</td><th scope="row">${line.identity ?? '–'}</th><td class="error-text">${shortAction(line.action)}</td>
            <td class="error-text" title=${details(line)}>${details(line) || '–'}</td><td>${line.door}</td><td>${line.address}</td></tr>`))}
    <div class="pager">
      ${cursor === null ? nothing : html`<a class="button" href="#/audit">${w.newest}</a>`}
      ${page.cursor === null ? nothing : html`<a class="button" href=${link('audit', [], { cursor: page.cursor })}>${w.older}</a>`}
    </div>`);
}
