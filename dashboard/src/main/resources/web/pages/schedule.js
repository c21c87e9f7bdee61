import { html, nothing } from '../lib/lit-html.js';
import { get, path } from '../api.js';
import { json, time } from '../format.js';
import { empty, facts, heading, jobLink, link, queueLink, stateBadge, when } from '../parts.js';
import { words } from '../words.js';
import { rule, scheduleButtons } from './schedules.js';

const w = words.schedules;

export const title = (route) => route.segments[0];

export async function open(view) {
  const name = view.route.segments[0];
  let schedule = null;
  const leave = () => {
    location.hash = link('schedules');
  };
  const draw = () =>
    view.draw(html`${heading(name, scheduleButtons(schedule, reload, leave))}
      <div class="columns">
        <section><h2>${words.job.facts}</h2>
          ${facts([
            [words.columns.state, schedule.paused ? html`<strong class="warn">${w.paused}</strong>` : w.active],
            [words.columns.rule, rule(schedule)],
            [words.columns.queue, queueLink(schedule.job.queue)],
            [words.columns.type, schedule.job.type],
            [w.missed, schedule.missed],
            [w.overlap, schedule.overlap],
            [w.waiting, schedule.waiting === null ? null : time(schedule.waiting)],
          ])}
        </section>
        <section><h2>${w.next(Intl.DateTimeFormat().resolvedOptions().timeZone)}</h2>
          ${schedule.next.length === 0 ? html`<p class="hint">${w.noNext}</p>` : html`<ol class="timeline">${schedule.next.map((at) => html`<li>${time(at)} <span class="muted">${when(at)}</span></li>`)}</ol>`}
        </section>
        <section><h2>${w.last}</h2>
          ${schedule.last.length === 0 ? html`<p class="hint">${w.noLast}</p>` : html`<ul class="timeline">${schedule.last.map((run) => html`<li>${run.state === null ? html`${run.job} <span class="muted">${w.removed}</span>` : html`${jobLink(run.job)} ${stateBadge(run.state)}`}</li>`)}</ul>`}
        </section>
      </div>
      <section><h2>${w.job}</h2><pre tabindex="0">${json(schedule.job)}</pre></section>`);
  const reload = async () => {
    try {
      schedule = await get(path('schedules', name));
    } catch (problem) {
      if (problem.status !== 404) {
        throw problem;
      }
      if (schedule === null) {
        view.draw(html`${heading(name)}${empty(w.gone)}`);
      } else {
        leave();
      }
      return;
    }
    draw();
  };
  await reload();
  view.every(5000, async () => {
    if (schedule !== null) {
      await reload();
    }
  });
}
