import { html, nothing } from '../lib/lit-html.js';
import { all, can, get } from '../api.js';
import { changeMatching } from '../bulk.js';
import { button, empty, heading, jobLink, link, queueLink, retryableStates, stateBadge, states, table, waitingStates, when } from '../parts.js';
import { words } from '../words.js';

const w = words.jobs;
const c = words.columns;
const lists = ['queue', 'type', 'tag', 'worker', 'failure', 'batch', 'limit_key'];
const single = ['id_prefix', 'text'];
const times = ['created_after', 'created_before', 'ended_after', 'ended_before'];
const moreFields = ['type', 'tag', 'worker', 'failure', 'batch', 'limit_key', 'id_prefix'];

export const title = () => w.title;

/** The address of the list with the filters of the form. */
function addressOf(form) {
  const values = new FormData(form);
  const query = {};
  for (const name of lists) {
    const texts = (values.get(name) ?? '').split(',').map((text) => text.trim()).filter((text) => text !== '');
    if (texts.length > 0) {
      query[name] = texts;
    }
  }
  for (const name of single) {
    if ((values.get(name) ?? '').trim() !== '') {
      query[name] = values.get(name).trim();
    }
  }
  for (const name of times) {
    if (values.get(name)) {
      query[name] = new Date(values.get(name)).toISOString();
    }
  }
  if (values.getAll('state').length > 0) {
    query.state = values.getAll('state');
  }
  if (values.get('order') !== 'newest') {
    query.order = values.get('order');
  }
  return link('jobs', [], query);
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

/** A time of the filter as the field of the form wants it: local, without a zone. */
function localTime(text) {
  if (!text) {
    return '';
  }
  const at = new Date(text);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60000).toISOString().slice(0, 19);
}

function filterBar(query, queues) {
  const submit = (event) => {
    event.preventDefault();
    location.hash = addressOf(event.target);
  };
  const text = (name, hint = nothing) => html`<label>${w[name]}<input name=${name} .value=${query.getAll(name).join(', ')} autocomplete="off" spellcheck="false" placeholder=${hint}></label>`;
  const hasMore = [...moreFields, ...times].some((name) => query.has(name));
  return html`<form class="bar" @submit=${submit} aria-label=${w.filters}>
    <div class="fields">
      <label>${w.queue}<input name="queue" list="queue-names" .value=${query.getAll('queue').join(', ')} autocomplete="off" spellcheck="false"></label>
      <datalist id="queue-names">${queues.map((queue) => html`<option value=${queue.name}></option>`)}</datalist>
      ${text('text', w.textHint)}
      <label>${w.order}<select name="order">${Object.entries(w.orders).map(([name, shown]) => html`<option value=${name} ?selected=${(query.get('order') ?? 'newest') === name}>${shown}</option>`)}</select></label>
    </div>
    <fieldset class="checks"><legend>${w.state}</legend>
      ${states.map((state) => html`<label><input type="checkbox" name="state" value=${state} .checked=${query.getAll('state').includes(state)}>${words.states[state]}</label>`)}
    </fieldset>
    <details ?open=${hasMore}><summary>${w.more}</summary>
      <div class="fields">${moreFields.map((name) => text(name))}
        ${times.map((name) => html`<label>${w[name]}<input type="datetime-local" step="1" name=${name} .value=${localTime(query.get(name))}></label>`)}
      </div>
      <p class="hint">${w.several}</p>
    </details>
    <div class="buttons"><button class="primary">${w.apply}</button><a class="button" href="#/jobs">${w.clear}</a></div>
  </form>`;
}

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
  const press = (action) => async () => {
    if (await changeMatching(action, filterOf(query), first?.queue)) {
      done();
    }
  };
  const has = (some) => chosen.some((state) => some.includes(state));
  return html`<div class="bulk" role="group" aria-label=${w.bulk}><span>${w.bulk}</span>
    ${rights.retry && has(retryableStates) ? button(w.retry, press('retry')) : nothing}
    ${rights.cancel && has([...waitingStates, 'leased']) ? button(w.cancel, press('cancel')) : nothing}
    ${rights.move && has([...waitingStates, ...retryableStates]) ? button(w.move, press('move')) : nothing}
    ${rights.delete ? button(w.remove, press('delete')) : nothing}
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
  let queues = [];
  let page = null;
  let refusal = null;
  const draw = () => {
    const next = page.cursor === null ? null : new URLSearchParams(query);
    next?.set('cursor', page.cursor);
    const first = new URLSearchParams(query);
    first.delete('cursor');
    view.draw(html`${heading(w.title, html`<p class="count">${page.count === undefined ? w.atLeast(page.jobs.length) : w.count(page.count)}</p>`)}
      ${filterBar(query, queues)} ${bulkBar(query, page.jobs[0], reload)}
      ${page.jobs.length === 0
        ? empty(refusal ?? (hasFilter ? w.none : w.noneAtAll))
        : table(
            w.title,
            [{ head: c.job }, { head: c.queue }, { head: c.type }, { head: c.state }, { head: c.attempt, n: true }, { head: c.created }, { head: c.due }, { head: c.worker }, { head: c.error }],
            page.jobs.map(row),
          )}
      <div class="pager">
        ${query.has('cursor') ? html`<a class="button" href=${'#/jobs?' + first}>${w.first}</a>` : nothing}
        ${next === null ? nothing : html`<a class="button" href=${'#/jobs?' + next}>${w.next}</a>`}
        ${page.looked_at >= 200000 ? html`<span class="hint">${w.looked(page.looked_at)}</span>` : nothing}
      </div>`);
  };
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
