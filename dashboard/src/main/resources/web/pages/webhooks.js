import { html, nothing } from '../lib/lit-html.js';
import { deliveries as queue, get, path, post, put, remove } from '../api.js';
import { act, ask } from '../dialog.js';
import { button, empty, heading, jobLink, link, stateBadge, table, when } from '../parts.js';
import { words } from '../words.js';

const w = words.webhooks;
const c = words.columns;
const events = ['job.added', 'job.retrying', 'job.completed', 'job.failed', 'job.timed_out', 'job.cancelled'];
const secretBytes = 32;

export const title = () => w.title;

const parts = (text) => text.split(',').map((each) => each.trim()).filter((each) => each !== '');

function newSecret() {
  return 'whsec_' + btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(secretBytes))));
}

const fields = (webhook) => html`
  ${webhook === null ? html`<label>${c.name}<input name="name" required maxlength="64" autocomplete="off" spellcheck="false"></label>` : nothing}
  <label>${w.url}<input name="url" type="url" required autocomplete="off" spellcheck="false" .value=${webhook?.url ?? ''}></label>
  <fieldset class="checks"><legend>${w.events}</legend>
    ${events.map((event) => html`<label><input type="checkbox" name="events[]" value=${event} ?checked=${webhook === null ? event === 'job.failed' : webhook.events.includes(event)}>${event}</label>`)}
  </fieldset>
  <label>${w.queues}<input name="queues" autocomplete="off" spellcheck="false" .value=${(webhook?.queues ?? []).join(', ')} aria-describedby="hook-queues"></label><p class="hint" id="hook-queues">${words.tokens.queuesHint}</p>
  <label>${w.secret}<input name="secret" ?required=${webhook === null} autocomplete="off" spellcheck="false" .value=${webhook === null ? newSecret() : ''} aria-describedby="hook-secret"></label>
  <p class="hint" id="hook-secret">${webhook === null ? w.secretHint : w.secretStays}</p>`;

/** Asks for the values of a webhook and puts it; null: a new one. Returns whether it was put. */
async function putWebhook(webhook) {
  const answer = await ask({
    title: webhook === null ? w.createTitle : w.editTitle(webhook.name),
    fields: fields(webhook),
    action: webhook === null ? w.createAction : w.save,
  });
  if (answer === null) {
    return false;
  }
  const name = webhook?.name ?? answer.name.trim();
  const body = { url: answer.url.trim(), events: answer['events[]'] ?? [], queues: parts(answer.queues) };
  if (answer.secret.trim() !== '') {
    body.secret = answer.secret.trim();
  }
  return act(() => put(path('webhooks', name), body), webhook === null ? w.created(name) : w.changed(name));
}

async function removeWebhook(name) {
  const sure = await ask({ title: w.deleteTitle(name), body: html`<p>${w.deleteBody}</p>`, action: w.remove.replace('…', ''), danger: true });
  return sure !== null && act(() => remove(path('webhooks', name)), w.deleted(name));
}

const delivery = (job) => html`<tr>
  <th scope="row">${jobLink(job.id)}</th><td>${job.headers.webhook ?? w.callback}</td><td>${job.headers.event ?? '–'}</td>
  <td>${job.headers.number === undefined ? '–' : jobLink(job.headers.subject)}</td><td>${stateBadge(job.state)}</td>
  <td class="n">${words.job.attempts(job.attempt, job.max_attempts)}</td><td>${when(job.created_at)}</td>
  <td class="error-text" title=${job.error?.message ?? ''}>${job.error === null ? '–' : `${job.error.type}: ${job.error.message}`}</td>
</tr>`;

export async function open(view) {
  let webhooks = [];
  let deliveries = [];
  const press = (task) => async () => {
    if (await task()) {
      reload();
    }
  };
  const test = (name) => () => act(() => post(path('webhooks', name, 'test')), w.tested(name));
  const row = (webhook) => html`<tr>
    <th scope="row"><a href=${link('jobs', [], { queue, id_prefix: webhook.name + ':' })}>${webhook.name}</a></th>
    <td class="error-text" title=${webhook.url}>${webhook.url}</td><td class="wrap">${webhook.events.join(', ')}</td>
    <td class="wrap">${webhook.queues.length === 0 ? w.allQueues : webhook.queues.join(', ')}</td>
    <td><div class="buttons">
      ${button(w.test, press(test(webhook.name)), '', w.label(w.test, webhook.name))}
      ${button(w.edit, press(() => putWebhook(webhook)), '', w.label(w.edit, webhook.name))}
      ${button(w.remove, press(() => removeWebhook(webhook.name)), '', w.label(w.remove, webhook.name))}
    </div></td>
  </tr>`;
  const draw = () =>
    view.draw(html`${heading(w.title, button(w.create, press(() => putWebhook(null)), 'primary'))}
      ${webhooks.length === 0 ? empty(w.none) : table(w.title, [{ head: c.name }, { head: w.url }, { head: w.events }, { head: c.queues }, { head: c.actions }], webhooks.map(row))}
      <h2>${w.deliveries}</h2>
      ${deliveries.length === 0
        ? empty(w.noDeliveries)
        : html`${table(w.deliveries, [{ head: w.delivery }, { head: w.one }, { head: c.event }, { head: c.job }, { head: c.state }, { head: c.attempt, n: true }, { head: c.created }, { head: c.error }], deliveries.map(delivery))}
            <p class="links"><a href=${link('jobs', [], { queue })}>${w.allDeliveries}</a></p>`}`);
  const reload = async () => {
    const [hooks, jobs] = await Promise.all([get('/v1/webhooks'), get('/v1/jobs', { queue, limit: 20 })]);
    webhooks = hooks.webhooks;
    deliveries = jobs.jobs;
    draw();
  };
  await reload();
  view.every(3000, reload);
}
