import { html, nothing } from '../lib/lit-html.js';
import { get, path } from '../api.js';
import { count, time } from '../format.js';
import { factSection, heading, jobLink, link, queueLink, stateBadge, table, when } from '../parts.js';
import { words } from '../words.js';
import { batchButtons, batchState, failedLink, progressBar } from './batches.js';

const w = words.batches;
const c = words.columns;
const most = 100;

export const title = (route) => w.name(route.segments[0]);

const callback = (each) => (each === null ? null : html`${jobLink(each.job)} <span class="muted">${each.fired_at === null ? w.notYet : time(each.fired_at)}</span>`);

const why = (job) => (job.error === null ? (job.blocked_by ?? '–') : `${job.error.type}: ${job.error.message}`);

const name = (job) => html`<th scope="row">${jobLink(job.id)}${job.key ? html` <span class="muted">${job.key}</span>` : nothing}</th>`;

const row = (job) => html`<tr>
  ${job.level === undefined ? nothing : html`<td>${words.job.level(job.level)}</td>`}
  ${job.queue === undefined
    ? html`<th scope="row">${job.id}</th><td>–</td><td>–</td><td>${stateBadge(job.state)}</td><td class="n">–</td><td>–</td>`
    : html`${name(job)}<td>${queueLink(job.queue)}</td><td>${job.type}</td><td>${stateBadge(job.state)}</td>
        <td class="n">${words.job.attempts(job.attempt, job.max_attempts)}</td><td class="error-text" title=${why(job)}>${why(job)}</td>`}
</tr>`;

/** Jobs in rows; those of a workflow have a level. */
export const jobTable = (label, jobs, none) =>
  table(label, [jobs[0]?.level !== undefined && words.job.levels, c.job, c.queue, c.type, c.state, [c.attempt], c.details], jobs.map(row), none);

export async function open(view) {
  const id = view.route.segments[0];
  const states = new URLSearchParams([['batch', id], ['state', 'failed'], ['state', 'timed_out'], ['limit', '20']]);
  await view.follow(
    3000,
    async () => {
      const [batch, failed, page] = await Promise.all([get(path('batches', id)), get('/v1/jobs', states), get('/v1/jobs', { batch: id, order: 'oldest', limit: most })]);
      view.draw(html`${heading(html`${w.one} <span class="id">${id}</span>`, batchButtons(batch, view.reload))}
        <div class="columns">
          ${factSection(w.progressTitle, [
            [c.state, batchState(batch)],
            [w.column, progressBar(batch)],
            [words.states.completed, count(batch.completed)],
            [words.states.failed, failedLink(batch)],
            [words.states.cancelled, count(batch.cancelled)],
          ])}
          ${factSection(words.job.facts, [
            [c.created, time(batch.created_at)],
            [w.endedAt, batch.ended_at && time(batch.ended_at)],
            [words.job.labels.expires, batch.expires_at && when(batch.expires_at)],
            [w.onSuccess, callback(batch.on_success)],
            [w.onComplete, callback(batch.on_complete)],
            [w.onFailure, callback(batch.on_failure)],
          ])}
        </div>
        ${failed.jobs.length === 0 ? nothing : html`<h2>${w.failedJobs}</h2>${jobTable(w.failedJobs, failed.jobs)}`}
        <h2>${w.jobs}</h2>
        ${jobTable(w.jobs, page.jobs, w.noJobs)}
        ${page.cursor === null ? nothing : html`<p class="links"><a href=${link('jobs', [], { batch: id, order: 'oldest' })}>${w.allJobs}</a></p>`}`);
    },
    w.gone,
  );
}
