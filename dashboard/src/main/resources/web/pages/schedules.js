import { html, nothing } from '../lib/lit-html.js';
import { all, can, path, post, remove } from '../api.js';
import { act, ask } from '../dialog.js';
import { button, empty, heading, link, queueLink, table, when } from '../parts.js';
import { words } from '../words.js';

const w = words.schedules;
const c = words.columns;

export const title = () => w.title;

export const rule = (schedule) => (schedule.cron === null ? w.every(schedule.every) : html`<code>${schedule.cron}</code> ${schedule.zone}`);

async function pause(name) {
  const sure = await ask({ title: w.pauseTitle(name), body: html`<p>${w.pauseBody}</p>`, action: w.pause });
  return sure !== null && act(() => post(path('schedules', name, 'pause')), w.pausedNow(name));
}

async function removeSchedule(name) {
  const sure = await ask({ title: w.deleteTitle(name), body: html`<p>${w.deleteBody}</p>`, action: w.remove.replace('…', ''), danger: true });
  return sure !== null && act(() => remove(path('schedules', name)), w.deleted(name));
}

/** @param removed called in place of done when the schedule is deleted */
export function scheduleButtons(schedule, done, removed = done) {
  if (!can('schedule', schedule.job.queue)) {
    return nothing;
  }
  const name = schedule.name;
  const press = (task, then = done) => async () => {
    if (await task()) {
      then();
    }
  };
  return html`<div class="buttons">
    ${button(w.run, press(() => act(() => post(path('schedules', name, 'run')), (job) => w.ran(job.id))), '', w.label(w.run, name))}
    ${schedule.paused
      ? button(w.resume, press(() => act(() => post(path('schedules', name, 'resume')), w.resumedNow(name))), '', w.label(w.resume, name))
      : button(w.pause, press(() => pause(name)), '', w.label(w.pause, name))}
    ${button(w.remove, press(() => removeSchedule(name), removed), '', w.label(w.remove, name))}
  </div>`;
}

export async function open(view) {
  let list = { entries: [] };
  const row = (schedule) => html`<tr>
    <th scope="row"><a href=${link('schedule', [schedule.name])}>${schedule.name}</a></th>
    <td>${schedule.paused ? html`<strong class="warn">${w.paused}</strong>` : w.active}</td>
    <td>${rule(schedule)}</td><td>${queueLink(schedule.job.queue)}</td><td>${schedule.job.type}</td>
    <td>${schedule.next.length === 0 ? '–' : when(schedule.next[0])}</td>
    ${can('schedule') ? html`<td>${scheduleButtons(schedule, reload)}</td>` : nothing}
  </tr>`;
  const draw = () => {
    const heads = [{ head: c.name }, { head: c.state }, { head: c.rule }, { head: c.queue }, { head: c.type }, { head: c.next }];
    view.draw(html`${heading(w.title)}
      ${list.entries.length === 0 ? empty(w.none) : table(w.title, can('schedule') ? [...heads, { head: c.actions }] : heads, list.entries.map(row))}`);
  };
  const reload = async () => {
    list = await all('/v1/schedules', 'schedules');
    draw();
  };
  await reload();
  view.every(5000, reload);
}
