import { html, nothing } from '../lib/lit-html.js';
import { get, isNamed, path, post, remove } from '../api.js';
import { act, ask } from '../dialog.js';
import { time } from '../format.js';
import { button, empty, heading, table } from '../parts.js';
import { words } from '../words.js';
import { showText } from './job.js';

const w = words.tokens;
const c = words.columns;
const roles = ['viewer', 'producer', 'worker', 'operator', 'admin'];

export const title = () => w.title;

export async function open(view) {
  let tokens = [];
  const create = async () => {
    const answer = await ask({
      title: w.createTitle,
      fields: html`<label>${w.name}<input name="name" required maxlength="64" autocomplete="off"></label>
        <label>${w.role}<select name="role">${roles.map((role) => html`<option>${role}</option>`)}</select></label>
        <label>${w.queues}<input name="queues" autocomplete="off" aria-describedby="queues-hint"></label><p class="hint" id="queues-hint">${w.queuesHint}</p>
        <label>${w.expires}<input type="datetime-local" name="expires" aria-describedby="expires-hint"></label><p class="hint" id="expires-hint">${w.expiresHint}</p>`,
      action: w.createAction,
    });
    if (answer === null) {
      return;
    }
    const body = { name: answer.name.trim(), role: answer.role };
    const queues = answer.queues.split(',').map((text) => text.trim()).filter((text) => text !== '');
    if (queues.length > 0) {
      body.queues = queues;
    }
    if (answer.expires) {
      body.expires_at = new Date(answer.expires).toISOString();
    }
    let created = null;
    const done = await act(async () => {
      created = await post('/v1/tokens', body);
    }, w.created(body.name));
    if (done) {
      await reload();
      await showText(w.newTitle(body.name), w.newBody, w.newLabel, created.token);
    }
  };
  const revoke = (name) => async () => {
    const sure = await ask({ title: w.revokeTitle(name), body: html`<p>${w.revokeBody}</p>`, action: w.revoke.replace('…', ''), danger: true });
    if (sure !== null && (await act(() => remove(path('tokens', name)), w.revoked(name)))) {
      reload();
    }
  };
  const draw = () =>
    view.draw(html`${heading(w.title, isNamed() ? button(w.create, create, 'primary') : nothing)}
      ${!isNamed()
        ? empty(w.noFile)
        : tokens.length === 0
          ? empty(w.none)
          : table(w.title, [{ head: c.name }, { head: c.id }, { head: c.role }, { head: c.queues }, { head: c.expires }, { head: c.actions }],
              tokens.map((token) => html`<tr><th scope="row">${token.name}</th><td><code>${token.id}</code></td><td>${token.role}</td><td>${token.queues.join(', ')}</td>
                <td>${token.expires_at === null ? w.never : time(token.expires_at)}</td><td>${button(w.revoke, revoke(token.name), '', w.label(token.name))}</td></tr>`))}`);
  const reload = async () => {
    tokens = (await get('/v1/tokens')).tokens;
    draw();
  };
  await reload();
}
