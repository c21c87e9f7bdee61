import { html, nothing } from '../lib/lit-html.js';
import { all, can, exactly, path, post, put, remove } from '../api.js';
import { press } from '../dialog.js';
import { json } from '../format.js';
import { button, buttons, field, heading, link, queueLink, table, warning, when } from '../parts.js';
import { words } from '../words.js';

const w = words.schedules;
const c = words.columns;

export const rule = (schedule) => (schedule.cron === null ? w.every(schedule.every) : html`<code>${schedule.cron}</code> ${schedule.zone}`);
export const pausedOr = (schedule) => (schedule.paused ? warning(w.paused) : w.active);

const sample = { queue: 'reports', type: 'report.render', payload: null };

/** What puts a schedule; null: a new one. */
function putSchedule(known, done) {
  const isNew = known === null;
  return press(
    ({ name = known?.name, job, ...answer }) => put(path('schedules', name), { ...answer, job: exactly(job) }),
    (set) => w.saved(set.name),
    done,
    {
      title: isNew ? w.create : w.editTitle(known.name),
      fields: html`${isNew ? field(c.name, 'name', '', { required: true }) : nothing}
        ${field(w.cron, 'cron', known?.cron, { hint: w.cronHint })} ${field(w.zone, 'zone', known?.zone, { hint: w.zoneHint })}
        ${field(w.interval, 'every', known?.every, { hint: w.everyHint })}
        ${field(w.missed, 'missed', known?.missed ?? 'one', { options: ['skip', 'one', 'all'], hint: w.missedHint })}
        ${field(w.overlap, 'overlap', known?.overlap ?? 'allow', { options: ['allow', 'skip', 'queue'], hint: w.overlapHint })}
        ${field(w.job, 'job', json(known?.job ?? sample), { rows: 7, required: true, hint: w.jobHint })}`,
      action: words.save,
    },
  );
}

/** @param removed called in place of done when the schedule is deleted */
export function scheduleButtons(schedule, done, removed = done) {
  if (!can('schedule', schedule.job.queue)) {
    return nothing;
  }
  const name = schedule.name;
  const act = (word) => () => post(path('schedules', name, word));
  return buttons(
    button(w.run, press(act('run'), (job) => w.ran(job.id), done), '', name),
    schedule.paused
      ? button(words.resume, press(act('resume'), words.resumed(name), done), '', name)
      : button(words.pause, press(act('pause'), words.paused(name), done, { title: words.pauseTitle(name), body: w.pauseBody, action: words.pause }), '', name),
    button(words.change, putSchedule(schedule, done), '', name),
    button(words.remove, press(() => remove(path('schedules', name)), words.removed(name), removed, {
      title: w.deleteTitle(name), body: w.deleteBody, action: words.remove, danger: true,
    }), '', name),
  );
}

export async function open(view) {
  const row = (schedule) => html`<tr>
    <th scope="row"><a href=${link('schedule', [schedule.name])}>${schedule.name}</a></th>
    <td>${pausedOr(schedule)}</td>
    <td>${rule(schedule)}</td><td>${queueLink(schedule.job.queue)}</td><td>${schedule.job.type}</td>
    <td>${schedule.next.length === 0 ? '–' : when(schedule.next[0])}</td>
    ${can('schedule') ? html`<td>${scheduleButtons(schedule, view.reload)}</td>` : nothing}
  </tr>`;
  await view.follow(5000, async () => {
    const list = await all('/v1/schedules', 'schedules');
    view.draw(html`${heading(view.title, can('schedule') ? button(w.create, putSchedule(null, view.reload), 'primary') : nothing)}
      ${table(view.title, [c.name, c.state, c.rule, c.queue, c.type, c.next, can('schedule') && c.actions], list.entries.map(row), w.none)}`);
  });
}
