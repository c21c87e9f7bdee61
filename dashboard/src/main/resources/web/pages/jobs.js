import { html, nothing } from '../lib/lit-html.js';
import { all, can, exactly, get, post } from '../api.js';
import { changeMatching } from '../bulk.js';
import { press, valuesOf } from '../dialog.js';
import { button, buttons, checks, field, heading, jobLink, leaveTo, link, localTime, pager, parts, queueLink, retryableStates, stateBadge, states, table, waitingStates, when } from '../parts.js';
import { words } from '../words.js';

const w = words.jobs;
const c = words.columns;
const lists = ['queue', 'type', 'tag', 'worker', 'failure', 'batch', 'limit_key'];
const single = ['id_prefix', 'text'];
const times = ['created_after', 'created_before', 'ended_after', 'ended_before'];
const moreFields = [...lists.slice(1), 'id_prefix'];

/** The address of the list with the filters of the form. */
function addressOf(form) {
  const query = valuesOf(form);
  lists.forEach((name) => (query[name] = parts(query[name])));
  return link('jobs', [], { ...query, order: query.order === 'newest' ? undefined : query.order });
}

/** The filter of a change, from the parameters of the list. */
function filterOf(query) {
  const filter = {};
  for (const name of [...lists, 'state', ...single, ...times]) {
    const texts = query.getAll(name);
    if (texts.length > 0) {
      filter[name] = texts.length === 1 ? texts[0] : texts;
    }
  }
  return filter;
}

function filterBar(query, queues) {
  const submit = (event) => {
    event.preventDefault();
    location.hash = addressOf(event.target);
  };
  const text = (name, more) => field(w[name], name, query.getAll(name).join(', '), more);
  const hasMore = [...moreFields, ...times].some((name) => query.has(name));
  return html`<form class="bar" @submit=${submit} aria-label=${w.filters}>
    <div class="fields">
      ${text('queue', { list: 'queue-names' })}
      <datalist id="queue-names">${queues.map((queue) => html`<option value=${queue.name}></option>`)}</datalist>
      ${text('text', { placeholder: w.textHint })}
      <label>${w.order}<select name="order">${Object.entries(w.orders).map(([name, shown]) => html`<option value=${name} ?selected=${(query.get('order') ?? 'newest') === name}>${shown}</option>`)}</select></label>
    </div>
    ${checks(w.state, 'state', states, query.getAll('state'), words.states)}
    <details ?open=${hasMore}><summary>${w.more}</summary>
      <div class="fields">${moreFields.map((name) => text(name))}
        ${times.map((name) => field(w[name], name, localTime(query.get(name)), { type: 'datetime-local' }))}
      </div>
      <p class="hint">${w.several}</p>
    </details>
    <div class="buttons"><button class="primary">${w.apply}</button><a class="button" href="#/jobs">${w.clear}</a></div>
  </form>`;
}

/** What adds a job. */
const addJob = (queue) =>
  press(
    ({ payload, tags, unique, ...answer }) => post('/v1/jobs', { ...answer, payload: payload && exactly(payload), tags: parts(tags), unique: unique && { key: unique } }),
    (added) => (added.created ? w.added : w.wasThere)(added.id),
    (added) => leaveTo('job', [added.id])(),
    {
      title: w.add,
      fields: html`${field(w.queue, 'queue', queue, { required: true, list: 'queue-names' })} ${field(w.type, 'type', '', { hint: w.typeHint })}
        ${field(words.job.payload, 'payload', '', { rows: 4, hint: w.payloadHint })}
        <details><summary>${w.moreFields}</summary><div class="fields">
          ${field(w.delay, 'delay', '', { hint: w.delayHint })} ${field(words.job.labels.runAt, 'run_at', '', { type: 'datetime-local' })}
          ${field(words.job.labels.priority, 'priority', '', { type: 'number', hint: words.job.priorityHint })}
          ${field(words.job.labels.maxAttempts, 'max_attempts', '', { type: 'number', min: 0, hint: words.job.attemptsHint })}
          ${field(words.job.labels.tags, 'tags', '', { hint: w.several })} ${field(words.columns.id, 'id', '', { hint: w.idHint })}
          ${field(words.job.labels.uniqueKey, 'unique', '', { hint: w.uniqueHint })} ${field(w.limit_key, 'limit_key')}
        </div></details>`,
      action: words.add,
    },
  );

function bulkBar(query, first, done) {
  const chosen = query.getAll('state');
  const queues = query.getAll('queue');
  const may = (right) => can(right, queues.length === 1 ? queues[0] : null);
  const rights = { retry: may('retry'), cancel: may('cancel'), delete: may('delete'), move: may('retry') };
  if (!Object.values(rights).includes(true)) {
    return nothing;
  }
  if (chosen.length === 0) {
    return html`<p class="hint">${w.bulkHint}</p>`;
  }
  const change = (action) => () => changeMatching(action, filterOf(query), done, first?.queue);
  const has = (some) => chosen.some((state) => some.includes(state));
  return html`<div class="bulk" role="group" aria-label=${w.bulk}><span>${w.bulk}</span>
    ${rights.retry && has(retryableStates) ? button(w.retry, change('retry')) : nothing}
    ${rights.cancel && has([...waitingStates, 'leased']) ? button(w.cancel, change('cancel')) : nothing}
    ${rights.move && has([...waitingStates, ...retryableStates]) ? button(w.move, change('move')) : nothing}
    ${rights.delete ? button(w.remove, change('delete')) : nothing}
  </div>`;
}

const row = (job) => html`<tr>
  <th scope="row">${jobLink(job.id)}</th>
  <td>${queueLink(job.queue)}</td><td>${job.type}</td><td>${stateBadge(job.state)}</td>
  <td class="n">${words.job.attempts(job.attempt, job.max_attempts)}</td>
  <td>${when(job.created_at)}</td><td>${when(job.ended_at ?? job.run_at)}</td>
  <td>${job.lease?.worker ?? '–'}</td>
  <td class="error-text">${job.error === null ? '–' : `${job.error.type}: ${job.error.message}`}</td>
</tr>`;

export async function open(view) {
  const query = view.route.query;
  const parameters = new URLSearchParams(query);
  if (!parameters.has('limit')) {
    parameters.set('limit', '50');
  }
  const hasFilter = [...query.keys()].some((name) => name !== 'cursor' && name !== 'order');
  const queue = query.getAll('queue').length === 1 ? query.get('queue') : null;
  let queues = [];
  let page = null;
  let refusal = null;
  const draw = () =>
    view.draw(html`${heading(view.title, buttons(
        html`<p class="count">${page.count === undefined ? w.atLeast(page.jobs.length) : w.count(page.count)}</p>`,
        can('add', queue) ? button(w.add, addJob(queue), 'primary') : nothing,
      ))}
      ${filterBar(query, queues)} ${bulkBar(query, page.jobs[0], reload)}
      ${table(view.title, [c.job, c.queue, c.type, c.state, [c.attempt], c.created, c.due, c.worker, c.error], page.jobs.map(row), refusal ?? (hasFilter ? w.none : w.noneAtAll))}
      ${pager('jobs', query, page.cursor, page.looked_at >= 200000 ? html`<span class="hint">${w.looked(page.looked_at)}</span>` : nothing)}`);
  const reload = async () => {
    try {
      page = await get('/v1/jobs', parameters);
      refusal = null;
    } catch (problem) {
      if (problem.status !== 400 && problem.status !== 422) {
        throw problem;
      }
      // The filter can be mended in its bar.
      page = { jobs: [], cursor: null, looked_at: 0, count: 0 };
      refusal = problem.message;
    }
    draw();
  };
  await reload();
  queues = (await all('/v1/queues', 'queues', 500)).entries;
  draw();
}
