import { html, nothing } from '../lib/lit-html.js';
import { get, isNamed, path, post, remove } from '../api.js';
import { press, showText } from '../dialog.js';
import { time } from '../format.js';
import { button, field, heading, parts, table } from '../parts.js';
import { words } from '../words.js';

const w = words.tokens;
const c = words.columns;
const roles = ['viewer', 'producer', 'worker', 'operator', 'admin'];

export async function open(view) {
  const show = async (created, { name }) => {
    await view.reload();
    await showText(w.newTitle(name), w.newBody, w.newLabel, created.token);
  };
  const create = press(
    ({ queues, ...answer }) => post('/v1/tokens', { ...answer, queues: queues && parts(queues) }),
    (created, { name }) => w.created(name),
    show,
    {
      title: w.create,
      fields: html`${field(c.name, 'name', '', { required: true })} ${field(c.role, 'role', '', { options: roles })}
        ${field(c.queues, 'queues', '', { hint: w.queuesHint })} ${field(c.expires, 'expires_at', '', { type: 'datetime-local', hint: w.expiresHint })}`,
      action: words.create,
    },
  );
  const revoke = (name) =>
    press(() => remove(path('tokens', name)), w.revoked(name), view.reload, { title: w.revokeTitle(name), body: w.revokeBody, action: w.revoke, danger: true });
  await view.follow(10000, async () => {
    const { tokens } = await get('/v1/tokens');
    view.draw(html`${heading(view.title, isNamed() ? button(w.create, create, 'primary') : nothing)}
      ${table(view.title, [c.name, c.id, c.role, c.queues, c.expires, c.actions],
        tokens.map((token) => html`<tr><th scope="row">${token.name}</th><td><code>${token.id}</code></td><td>${token.role}</td><td>${token.queues.join(', ')}</td>
          <td>${token.expires_at === null ? w.never : time(token.expires_at)}</td><td>${button(w.revoke, revoke(token.name), '', token.name)}</td></tr>`),
        isNamed() ? w.none : w.noFile)}`);
  });
}
