import { html, nothing } from '../lib/lit-html.js';
import { deliveries as queue, get, path, post, put, remove } from '../api.js';
import { press } from '../dialog.js';
import { button, buttons, checks, field, heading, jobLink, link, parts, stateBadge, table, when } from '../parts.js';
import { words } from '../words.js';

const w = words.webhooks;
const c = words.columns;
const events = ['job.added', 'job.retrying', 'job.completed', 'job.failed', 'job.timed_out', 'job.cancelled'];
const secretBytes = 32;

const newSecret = () => 'whsec_' + btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(secretBytes))));

/** What puts a webhook; null: a new one. */
function putWebhook(webhook, done) {
  const isNew = webhook === null;
  return press(
    ({ name = webhook?.name, queues, ...answer }) => put(path('webhooks', name), { ...answer, queues: parts(queues) }),
    (set) => (isNew ? w.created : w.changed)(set.name),
    done,
    {
      title: isNew ? w.create : w.editTitle(webhook.name),
      fields: html`${isNew ? field(c.name, 'name', '', { required: true }) : nothing} ${field(w.url, 'url', webhook?.url, { type: 'url', required: true })}
        ${checks(w.events, 'events', events, webhook?.events ?? ['job.failed'])}
        ${field(c.queues, 'queues', webhook?.queues.join(', '), { hint: words.tokens.queuesHint })}
        ${field(w.secret, 'secret', isNew ? newSecret() : '', { required: isNew, hint: isNew ? w.secretHint : w.secretStays })}`,
      action: isNew ? words.create : words.save,
    },
  );
}

const delivery = (job) => html`<tr>
  <th scope="row">${jobLink(job.id)}</th><td>${job.headers.webhook ?? w.callback}</td><td>${job.headers.event ?? '–'}</td>
  <td>${job.headers.number === undefined ? '–' : jobLink(job.headers.subject)}</td><td>${stateBadge(job.state)}</td>
  <td class="n">${words.job.attempts(job.attempt, job.max_attempts)}</td><td>${when(job.created_at)}</td>
  <td class="error-text" title=${job.error?.message ?? ''}>${job.error === null ? '–' : `${job.error.type}: ${job.error.message}`}</td>
</tr>`;

export async function open(view) {
  const row = (webhook) => {
    const name = webhook.name;
    return html`<tr>
      <th scope="row"><a href=${link('jobs', [], { queue, id_prefix: name + ':' })}>${name}</a></th>
      <td class="error-text" title=${webhook.url}>${webhook.url}</td><td class="wrap">${webhook.events.join(', ')}</td>
      <td class="wrap">${webhook.queues.length === 0 ? w.allQueues : webhook.queues.join(', ')}</td>
      <td>${buttons(
        button(w.test, press(() => post(path('webhooks', name, 'test')), w.tested(name), view.reload), '', name),
        button(words.change, putWebhook(webhook, view.reload), '', name),
        button(words.remove, press(() => remove(path('webhooks', name)), w.deleted(name), view.reload, { title: w.deleteTitle(name), body: w.deleteBody, action: words.remove, danger: true }), '', name),
      )}</td>
    </tr>`;
  };
  await view.follow(3000, async () => {
    const [{ webhooks }, { jobs }] = await Promise.all([get('/v1/webhooks'), get('/v1/jobs', { queue, limit: 20 })]);
    view.draw(html`${heading(view.title, button(w.create, putWebhook(null, view.reload), 'primary'))}
      ${table(view.title, [c.name, w.url, w.events, c.queues, c.actions], webhooks.map(row), w.none)}
      <h2>${w.deliveries}</h2>
      ${table(w.deliveries, [w.delivery, w.one, c.event, c.job, c.state, [c.attempt], c.created, c.error], jobs.map(delivery), w.noDeliveries)}
      <p class="links"><a href=${link('jobs', [], { queue })}>${w.allDeliveries}</a></p>`);
  });
}
