import { html, nothing } from '../lib/lit-html.js';
import { can, get, patch, path, post, remove } from '../api.js';
import { press, showText } from '../dialog.js';
import { ago, time } from '../format.js';
import { block, button, buttons, endedStates, factSection, field, heading, leaveTo, link, localTime, parts, queueLink, retryableStates, section, stateBadge, when } from '../parts.js';
import { words } from '../words.js';
import { readWorkflow } from '../workflow.js';
import { jobTable } from './batch.js';

const w = words.job;
const l = w.labels;
const c = words.columns;

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

/** What changes a job. Its time is sent only if it was changed, because the field knows no fractions of a second. */
function change(job, done) {
  const at = localTime(job.run_at);
  return press(
    ({ run_at, tags, ...answer }) => patch(path('jobs', job.id), { ...answer, run_at: localTime(run_at) === at ? undefined : run_at, tags: parts(tags) }),
    w.changed,
    done,
    {
      title: w.changeTitle,
      fields: html`${field(l.priority, 'priority', job.priority, { type: 'number', required: true, hint: w.priorityHint })}
        ${field(l.maxAttempts, 'max_attempts', job.max_attempts ?? 0, { type: 'number', min: 0, required: true, hint: w.attemptsHint })}
        ${field(l.runAt, 'run_at', at, { type: 'datetime-local' })} ${field(l.tags, 'tags', job.tags.join(', '), { hint: words.jobs.several })}`,
      action: words.change,
    },
  );
}

function jobButtons(job, done) {
  const id = job.id;
  const isLeased = job.state === 'leased';
  const act = (may, text, task, said, title, body, danger, then = done) =>
    may ? button(text, press(task, said, then, { title, body, action: text, danger })) : nothing;
  const cancel = (force) => () => post(path('jobs', id, 'cancel'), { force });
  const mayCancel = can('cancel', job.queue) && isOpen(job);
  return buttons(
    act(can('retry', job.queue) && retryableStates.includes(job.state), words.retry, () => post(path('jobs', id, 'retry')), w.retried, w.retryTitle, w.retryBody),
    can('edit', job.queue) && isOpen(job) ? button(words.change, change(job, done)) : nothing,
    can('annotate', job.queue)
      ? button(w.note, press((answer) => post(path('jobs', id, 'log'), answer), w.noted, done, { title: w.noteTitle, fields: field(w.noteLabel, 'message', '', { required: true }), action: words.add }))
      : nothing,
    act(mayCancel, words.cancel, cancel(false), isLeased ? w.cancelAsked : w.cancelled, w.cancelTitle, isLeased ? w.cancelLeased : w.cancelBody, true),
    act(mayCancel && isLeased, w.force, cancel(true), w.cancelled, w.forceTitle, w.forceBody, true),
    act(can('delete', job.queue), words.remove, () => remove(path('jobs', id)), w.deleted, w.deleteTitle, w.deleteBody, true, leaveTo('jobs', [], { queue: job.queue })),
    'payload' in job && can('add', job.queue) ? button(w.curl, () => showText(w.curlTitle, w.curlBody, 'curl', curl(job))) : nothing,
  );
}

const content = (name, value, encoding) => section(name, html`${encoding ? html`<p class="hint">${w.binary}</p>` : nothing}${block(value)}`);

const event = (each) => html`<li><time datetime=${each.at ?? nothing}>${time(each.at)}</time> <strong>${each.what === 'logged' ? each.about : each.what.replaceAll('_', ' ')}</strong>
  ${each.about && each.what !== 'logged' ? html` ${each.about}` : nothing}${each.worker ? html` <span class="muted">${each.worker}</span>` : nothing}
  ${each.data === undefined || each.data === null ? nothing : html`<code>${JSON.stringify(each.data)}</code>`}</li>`;

export async function open(view) {
  const id = view.route.segments[0];
  let isFinal = false;
  const reload = () => {
    isFinal = false;
    view.reload();
  };
  const read = async () => {
    if (isFinal) {
      return;
    }
    const job = await get(path('jobs', id), { include: 'payload,result,error,history,dependencies' });
    const [queue, flow] = await Promise.all([get(path('queues', job.queue)).catch(() => null), readWorkflow(job)]);
    isFinal = !flow.jobs.some(isOpen);
    const waiting = isOpen(job) ? waitsFor(job, queue) : null;
    view.draw(html`${heading(html`${c.job} <span class="id">${job.id}</span>`, jobButtons(job, reload))}
      <p class="lead">${stateBadge(job.state)}${waiting ? html` <span>${waiting}</span>` : nothing}</p>
      ${job.progress === null ? nothing : html`<p class="progress"><label>${w.progress} <progress max="100" value=${job.progress.percent}></progress></label> ${job.progress.percent} % ${job.progress.message ?? ''}</p>`}
      <div class="columns">
        ${factSection(w.facts, [
          [c.queue, queueLink(job.queue)],
          [c.type, job.type],
          [l.number, String(job.number)],
          [l.priority, String(job.priority)],
          [c.attempt, w.attempts(job.attempt, job.max_attempts)],
          [l.lapses, job.lapses > 0 ? String(job.lapses) : null],
          [c.created, time(job.created_at)],
          [l.runAt, time(job.run_at)],
          [c.worker, job.lease?.worker],
          [l.leaseEnds, job.lease && when(job.lease.expires_at)],
          [l.cancelAsked, job.cancel_requested_at && time(job.cancel_requested_at)],
          [l.ended, job.ended_at && time(job.ended_at)],
          [l.expires, job.expires_at && when(job.expires_at)],
          [l.tags, job.tags.length === 0 ? null : job.tags.map((tag) => html`<a href=${link('jobs', [], { tag })}>${tag}</a> `)],
          [words.batches.one, job.batch ? html`<a href=${link('batch', [job.batch])}>${job.batch}</a>` : null],
          [l.limitKey, job.limit_key ? html`<a href=${link('jobs', [], { limit_key: job.limit_key })}>${job.limit_key}</a>` : null],
          [l.uniqueKey, job.unique_key],
          [l.headers, Object.keys(job.headers).length === 0 ? null : html`<code>${JSON.stringify(job.headers)}</code>`],
        ])}
        ${section(w.history, (job.history ?? []).length === 0 ? html`<p class="hint">${w.noHistory}</p>` : html`<ol class="timeline">${[...job.history].reverse().map(event)}</ol>`)}
      </div>
      ${flow.jobs.length === 1 ? nothing : html`<h2>${w.workflow}</h2><p class="hint">${w.aboutWorkflow}</p>${jobTable(w.workflow, flow.jobs)}`}
      ${flow.more ? html`<p class="note">${w.moreWorkflow}</p>` : nothing}
      ${job.error === null ? nothing : section(w.error, html`<p><strong>${job.error.type}</strong> ${job.error.message} <span class="muted">${time(job.error.at)}</span></p>${job.error.trace ? block(job.error.trace) : nothing}`)}
      ${job.result === null || job.result === undefined ? nothing : content(w.result, job.result, job.result_encoding)}
      ${'payload' in job ? content(w.payload, job.payload, job.payload_encoding) : section(w.payload, html`<p class="hint">${w.noPayload}</p>`)}`);
  };
  await view.follow(3000, read, w.gone);
}
