import { html } from '../lib/lit-html.js';
import { get, path } from '../api.js';
import { time } from '../format.js';
import { block, factSection, heading, jobLink, leaveTo, queueLink, section, stateBadge, when } from '../parts.js';
import { words } from '../words.js';
import { pausedOr, rule, scheduleButtons } from './schedules.js';

const w = words.schedules;
const c = words.columns;

export const title = (route) => route.segments[0];

const list = (head, entries, none, item) =>
  section(head, entries.length === 0 ? html`<p class="hint">${none}</p>` : html`<ol class="timeline">${entries.map((each) => html`<li>${item(each)}</li>`)}</ol>`);

export async function open(view) {
  const name = view.route.segments[0];
  const leave = leaveTo('schedules');
  await view.follow(
    5000,
    async () => {
      const schedule = await get(path('schedules', name));
      view.draw(html`${heading(name, scheduleButtons(schedule, view.reload, leave))}
        <div class="columns">
          ${factSection(words.job.facts, [
            [c.state, pausedOr(schedule)],
            [c.rule, rule(schedule)],
            [c.queue, queueLink(schedule.job.queue)],
            [c.type, schedule.job.type],
            [w.missed, schedule.missed],
            [w.overlap, schedule.overlap],
            [w.waiting, schedule.waiting && time(schedule.waiting)],
          ])}
          ${list(w.next(Intl.DateTimeFormat().resolvedOptions().timeZone), schedule.next, w.noNext, (at) => html`${time(at)} <span class="muted">${when(at)}</span>`)}
          ${list(w.last, schedule.last, w.noLast, (run) => (run.state === null ? html`${run.job} <span class="muted">${w.removed}</span>` : html`${jobLink(run.job)} ${stateBadge(run.state)}`))}
        </div>
        ${section(w.job, block(schedule.job))}`);
    },
    w.gone,
    leave,
  );
}
