import { html, nothing } from '../lib/lit-html.js';
import { can, get, patch, path, post, remove } from '../api.js';
import { act, ask, say } from '../dialog.js';
import { ago, json, time } from '../format.js';
import { button, empty, endedStates, facts, heading, link, queueLink, retryableStates, stateBadge, when } from '../parts.js';
import { words } from '../words.js';
import { readWorkflow } from '../workflow.js';
import { jobTable } from './batch.js';

const w = words.job;

export const title = (route) => w.title(route.segments[0]);

const isOpen = (job) => !endedStates.includes(job.state) && job.state !== 'removed';

/** The command that adds the same job again. */
function curl(job) {
  const body = { queue: job.queue, type: job.type, payload: job.payload };
  if (job.payload_encoding) {
    body.payload_encoding = job.payload_encoding;
  }
  if (job.priority !== 0) {
    body.priority = job.priority;
  }
  if (job.tags.length > 0) {
    body.tags = job.tags;
  }
  const text = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl -fsS -H 'content-type: application/json' '${location.origin}/v1/jobs' -d '${text}'`;
}

/** Shows a text that can be copied. Browsers let scripts copy on this machine and over TLS only; elsewhere the reader does. */
export async function showText(heading, body, label, text) {
  const copy = async (event) => {
    const area = event.target.closest('form').querySelector('textarea');
    area.select();
    try {
      await navigator.clipboard.writeText(text);
      say(words.dialog.copied);
    } catch {
      area.focus();
    }
  };
  await ask({
    title: heading,
    body: html`<p>${body}</p><label>${label}<textarea readonly rows="5" .value=${text}></textarea></label>${button(words.dialog.copy, copy)}`,
    close: words.dialog.close,
  });
}

function waitsFor(job, queue) {
  switch (job.state) {
    case 'ready':
      return w.waits.ready(queue?.paused === true);
    case 'scheduled':
      return w.waits.scheduled(ago(job.run_at));
    case 'retrying':
      return w.waits.retrying(ago(job.run_at));
    case 'leased':
      return w.waits.leased(job.lease?.worker);
    default:
      return job.blocked_by;
  }
}

function buttons(job, done) {
  const id = job.id;
  const press = (question, task, words, then = done) => async () => {
    const answer = await ask(question);
    if (answer !== null && (await act(() => task(answer), words))) {
      then();
    }
  };
  const leave = () => {
    location.hash = link('jobs', [], { queue: job.queue });
  };
  const cancel = (force) => () => post(path('jobs', id, 'cancel'), { force });
  const isLeased = job.state === 'leased';
  return html`<div class="buttons">
    ${can('retry', job.queue) && retryableStates.includes(job.state)
      ? button(w.retry, press({ title: w.retryTitle, body: html`<p>${w.retryBody}</p>`, action: w.retry.replace('…', '') }, () => post(path('jobs', id, 'retry')), w.retried), 'primary')
      : nothing}
    ${can('edit', job.queue) && isOpen(job)
      ? button(
          w.priority,
          press(
            { title: w.priorityTitle, fields: html`<label>${w.priorityLabel}<input type="number" name="priority" required .value=${String(job.priority)} aria-describedby="priority-hint"></label><p class="hint" id="priority-hint">${w.priorityHint}</p>`, action: w.change },
            (answer) => patch(path('jobs', id), { priority: Number(answer.priority) }),
            w.changed,
          ),
        )
      : nothing}
    ${can('cancel', job.queue) && isOpen(job)
      ? button(w.cancel, press({ title: w.cancelTitle, body: html`<p>${isLeased ? w.cancelLeased : w.cancelBody}</p>`, action: w.cancel.replace('…', ''), danger: true }, cancel(false), isLeased ? w.cancelAsked : w.cancelled))
      : nothing}
    ${can('cancel', job.queue) && isLeased
      ? button(w.force, press({ title: w.forceTitle, body: html`<p>${w.forceBody}</p>`, action: w.force.replace('…', ''), danger: true }, cancel(true), w.cancelled))
      : nothing}
    ${can('delete', job.queue)
      ? button(
          w.remove,
          press({ title: w.deleteTitle, body: html`<p>${w.deleteBody}</p>`, action: w.remove.replace('…', ''), danger: true }, () => remove(path('jobs', id)), w.deleted, leave),
        )
      : nothing}
    ${'payload' in job && can('add', job.queue) ? button(w.curl, () => showText(w.curlTitle, w.curlBody, 'curl', curl(job))) : nothing}
  </div>`;
}

const block = (name, value, encoding) => html`<section><h2>${name}</h2>
  ${encoding ? html`<p class="hint">${w.binary}</p>` : nothing}<pre tabindex="0">${json(value)}</pre></section>`;

const event = (each) => html`<li><time datetime=${each.at ?? nothing}>${time(each.at)}</time> <strong>${each.what === 'logged' ? each.about : each.what.replaceAll('_', ' ')}</strong>
  ${each.about && each.what !== 'logged' ? html` ${each.about}` : nothing}${each.worker ? html` <span class="muted">${each.worker}</span>` : nothing}
  ${each.data === undefined || each.data === null ? nothing : html`<code>${JSON.stringify(each.data)}</code>`}</li>`;

export async function open(view) {
  const id = view.route.segments[0];
  let job = null;
  let queue = null;
  let flow = null;
  const read = async () => {
    job = await get(path('jobs', id), { include: 'payload,result,error,history,dependencies' });
    [queue, flow] = await Promise.all([get(path('queues', job.queue)).catch(() => null), readWorkflow(job)]);
  };
  const draw = () => {
    const waiting = isOpen(job) ? waitsFor(job, queue) : null;
    const l = w.labels;
    view.draw(html`${heading(html`${words.columns.job} <span class="id">${job.id}</span>`, buttons(job, reload))}
      <p class="lead">${stateBadge(job.state)}${waiting ? html` <span>${waiting}</span>` : nothing}</p>
      ${job.progress === null ? nothing : html`<p class="progress"><label>${w.progress} <progress max="100" value=${job.progress.percent}></progress></label> ${job.progress.percent} % ${job.progress.message ?? ''}</p>`}
      <div class="columns">
        <section>
          <h2>${w.facts}</h2>
          ${facts([
            [l.queue, queueLink(job.queue)],
            [l.type, job.type],
            [l.number, String(job.number)],
            [l.priority, String(job.priority)],
            [l.attempt, w.attempts(job.attempt, job.max_attempts)],
            [l.lapses, job.lapses > 0 ? String(job.lapses) : null],
            [l.created, time(job.created_at)],
            [l.runAt, time(job.run_at)],
            [l.worker, job.lease?.worker],
            [l.leaseEnds, job.lease === null ? null : when(job.lease.expires_at)],
            [l.cancelAsked, job.cancel_requested_at === null ? null : time(job.cancel_requested_at)],
            [l.ended, job.ended_at === null ? null : time(job.ended_at)],
            [l.expires, job.expires_at === null ? null : when(job.expires_at)],
            [l.tags, job.tags.length === 0 ? null : job.tags.map((tag) => html`<a href=${link('jobs', [], { tag })}>${tag}</a> `)],
            [l.batch, job.batch ? html`<a href=${link('batch', [job.batch])}>${job.batch}</a>` : null],
            [l.limitKey, job.limit_key ? html`<a href=${link('jobs', [], { limit_key: job.limit_key })}>${job.limit_key}</a>` : null],
            [l.uniqueKey, job.unique_key],
            [l.headers, Object.keys(job.headers).length === 0 ? null : html`<code>${JSON.stringify(job.headers)}</code>`],
          ])}
        </section>
        <section>
          <h2>${w.history}</h2>
          ${(job.history ?? []).length === 0 ? html`<p class="hint">${w.noHistory}</p>` : html`<ol class="timeline">${[...job.history].reverse().map(event)}</ol>`}
        </section>
      </div>
      ${flow.jobs.length === 1 ? nothing : html`<h2>${w.workflow}</h2><p class="hint">${w.aboutWorkflow}</p>${jobTable(w.workflow, flow.jobs)}`}
      ${flow.more ? html`<p class="note">${w.moreWorkflow}</p>` : nothing}
      ${job.error === null ? nothing : html`<section><h2>${w.error}</h2><p><strong>${job.error.type}</strong> ${job.error.message} <span class="muted">${time(job.error.at)}</span></p>${job.error.trace ? html`<pre tabindex="0">${job.error.trace}</pre>` : nothing}</section>`}
      ${job.result === null || job.result === undefined ? nothing : block(w.result, job.result, job.result_encoding)}
      ${'payload' in job ? block(w.payload, job.payload, job.payload_encoding) : html`<section><h2>${w.payload}</h2><p class="hint">${w.noPayload}</p></section>`}`);
  };
  const reload = async () => {
    await read();
    draw();
  };
  try {
    await reload();
  } catch (problem) {
    if (problem.status !== 404) {
      throw problem;
    }
    view.draw(html`${heading(title(view.route))}${empty(w.gone)}`);
    return;
  }
  view.every(3000, async () => {
    if (flow.jobs.some(isOpen)) {
      await reload();
    }
  });
}
