import { html } from '../lib/lit-html.js';
import { get, isNamed } from '../api.js';
import { time } from '../format.js';
import { heading, pager, table } from '../parts.js';
import { jobs, words } from '../words.js';

const w = words.audit;
const c = words.columns;

const details = (line) =>
  [(line.targets ?? []).join(', '), line.right, line.filter, line.count === undefined ? '' : jobs(line.count)].filter((text) => text).join(' · ');

/** An action on many jobs names itself for each of them. */
function shortAction(text) {
  const parts = (text ?? '–').split(', ');
  return parts.length > 1 && parts.every((part) => part === parts[0]) ? w.times(parts[0], parts.length) : parts.join(', ');
}

export async function open(view) {
  const query = view.route.query;
  const page = await get('/v1/audit', { limit: 100, cursor: query.get('cursor') });
  view.draw(html`${heading(view.title)}
    <p class="hint">${w.about}</p>
    ${table(view.title, [c.when, c.event, c.identity, c.action, c.details, c.door, c.address],
      page.lines.map((line) => html`<tr><td>${time(line.time)}</td><td>${line.event}</td><th scope="row">${line.identity ?? '–'}</th><td class="error-text">${shortAction(line.action)}</td>
        <td class="error-text" title=${details(line)}>${details(line) || '–'}</td><td>${line.door}</td><td>${line.address}</td></tr>`),
      isNamed() ? w.none : w.noFile)}
    ${pager('audit', query, page.cursor)}`);
}
