import { html } from '../lib/lit-html.js';
import { get } from '../api.js';
import { heading, link, table } from '../parts.js';
import { words } from '../words.js';

const w = words.settings;
const c = words.columns;

export async function open(view) {
  const settings = (await get('/v1/settings')).settings;
  let filter = view.route.query.get('text') ?? '';
  const draw = () => {
    const wanted = filter.toLowerCase();
    const shown = settings.filter((each) => `${each.key} ${each.value} ${each.source}`.toLowerCase().includes(wanted));
    const type = (event) => {
      filter = event.target.value;
      history.replaceState(null, '', link('settings', [], filter === '' ? {} : { text: filter }));
      draw();
    };
    view.draw(html`${heading(view.title, html`<label class="find">${w.filter}<input type="search" .value=${filter} @input=${type}></label>`)}
      <p class="hint">${w.about}</p>
      ${table(view.title, [c.key, c.value, c.source],
        shown.map((each) => html`<tr><th scope="row"><code>${each.key}</code></th>
          <td>${each.hidden ? html`<span class="muted">${w.hidden}</span>` : html`<code>${String(each.value) === '' ? '""' : String(each.value)}</code>`}</td>
          <td>${each.source ?? '–'}</td></tr>`), w.noMatch)}`);
  };
  draw();
}
