import { html, nothing } from '../lib/lit-html.js';
import { all, everywhere, get, load } from '../api.js';
import { bytes, count, rate, seconds, short } from '../format.js';
import { onStats } from '../live.js';
import { factSection, heading, link, queueLink, section, table, tiles } from '../parts.js';
import { words } from '../words.js';

const w = words.overview;
const c = words.columns;
const span = 900;
/** A ready job that has waited less than this many seconds may only be between two calls of its worker. */
const lonely = 10;
/** A certificate that expires within so many seconds should be renewed. */
const soon = 14 * 86400;
export const series = ['added', 'completed', 'failed'].map((key) => ({ key, label: w[key] }));

/** The sum over queues, for those who do not see the totals. */
const sum = (stats, name) => stats.queues.reduce((total, queue) => total + (queue[name] ?? 0), 0);
const figure = (stats, name) => stats[name] ?? sum(stats, name);

const speed = (queue) => (queue.added_per_second ?? 0) + (queue.completed_per_second ?? 0);

/** The course that /v1 tells: rates a second or, divided by 1, the numbers of each step. */
export function points(answer, divisor = answer.step_seconds) {
  const from = Date.parse(answer.from);
  return answer.added.map((added, index) => ({
    at: from + index * answer.step_seconds * 1000,
    added: added / divisor,
    completed: answer.completed[index] / divisor,
    failed: answer.failed[index] / divisor,
  }));
}

/** What somebody should look at: [{ text, href }] */
function findings(queues, server, course) {
  const found = [];
  const find = (text, page = 'nodes', ...segments) => found.push({ text, href: link(page, segments) });
  if (server.not_ready_because) {
    find(w.notReady(server.not_ready_because));
  }
  if (server.certificate_expires_at !== null) {
    const left = (Date.parse(server.certificate_expires_at) - Date.parse(server.time)) / 1000;
    if (left < soon) {
      find(left > 0 ? w.certificate(seconds(left)) : w.certificateOver);
    }
  }
  const memory = server.memory.limit_bytes > 0 ? Math.round((100 * server.memory.used_bytes) / server.memory.limit_bytes) : 0;
  const { free_bytes: free, needed_bytes: needed } = server.disk;
  const diskFull = free !== null && free < needed;
  if (server.growth_refused && !diskFull) {
    find(w.refused);
  } else if (memory >= 80) {
    find(w.memoryFull(memory));
  }
  if (diskFull) {
    find(w.diskFull);
  } else if (free !== null && needed > 0 && free < 2 * needed) {
    find(w.diskNear(bytes(free - needed)));
  }
  const last = course.slice(-60);
  const failed = last.reduce((total, point) => total + point.failed, 0);
  const ended = failed + last.reduce((total, point) => total + point.completed, 0);
  if (ended >= 10 && failed / ended >= 0.1) {
    find(w.failures(Math.round((100 * failed) / ended)), 'failures');
  }
  for (const queue of queues) {
    if (queue.paused && queue.ready > 0) {
      find(w.paused(queue.name, queue.ready), 'queue', queue.name);
    } else if (queue.ready > 0 && queue.waiting_workers === 0 && queue.leased === 0 && queue.oldest_seconds >= lonely) {
      find(w.noWorker(queue.name, queue.ready), 'queue', queue.name);
    }
  }
  return found;
}

export async function open(view) {
  let stats = null;
  let interrupted = false;
  let plot = null;
  let plotModule = null;
  const [first, firstList, before] = await Promise.all([get('/v1/server'), all('/v1/queues', 'queues', 500), everywhere() ? get('/v1/series') : null]);
  let server = first;
  let list = firstList;
  let course = before === null ? [] : points(before);

  const draw = () => {
    const queues = list.entries;
    const byState = (state) => stats?.jobs?.[state] ?? queues.reduce((total, queue) => total + queue[state], 0);
    const oldest = queues.reduce((most, queue) => Math.max(most, queue.oldest_seconds), 0);
    const found = findings(queues, server, course);
    const busiest = [...(stats?.queues ?? queues)].sort((one, other) => speed(other) - speed(one) || other.ready - one.ready);
    view.draw(html`${heading(view.title)}
      ${interrupted ? html`<p class="note" role="status">${w.interrupted}</p>` : nothing}
      ${everywhere() ? nothing : html`<p class="note">${w.partial}</p>`}
      <div class="columns">
        <section class="wide">${plotModule === null ? html`<p class="plot-waits">${words.loading}</p>` : html`${plotModule.plotFrame('course', w.plot, series)}${plotModule.plotTable(course, series, 1)}`}</section>
        <section>
          <h2>${w.look}</h2>
          ${found.length === 0 ? html`<p class="fine">${w.fine}</p>` : html`<ul class="look">${found.slice(0, 12).map((each) => html`<li><a href=${each.href}>${each.text}</a></li>`)}</ul>`}
        </section>
      </div>
      ${section(w.byState, tiles((state) => short(byState(state))))}
      <div class="columns">
        ${factSection(w.rates, [
          ...series.map(({ key, label }) => [label, stats === null ? '–' : rate(figure(stats, key + '_per_second'))]),
          [w.oldest, seconds(oldest)],
          [w.waiting, count(stats?.waiting_workers ?? queues.reduce((total, queue) => total + queue.waiting_workers, 0))],
        ])}
        ${factSection(w.server, [
          [w.memory, w.of(bytes(stats?.memory_used_bytes ?? server.memory.used_bytes), bytes(server.memory.limit_bytes))],
          [w.disk, bytes(server.disk.free_bytes)],
          [w.sync, seconds((stats?.syncs > 0 ? stats.sync_seconds : server.journal.last_sync_seconds) || null)],
          [w.connections, count(server.connections)],
          [w.uptime, seconds(server.uptime_seconds)],
        ])}
        <section class="wide"><h2>${w.busiest}</h2>
          ${table(
            w.busiest,
            [c.queue, [words.states.ready], [words.states.leased], [c.rateIn], [c.rateOut]],
            busiest.slice(0, 8).map((queue) => html`<tr>
              <th scope="row">${queueLink(queue.name)}</th>
              <td class="n">${count(queue.ready)}</td><td class="n">${count(queue.leased)}</td>
              <td class="n">${rate(queue.added_per_second)}</td><td class="n">${rate(queue.completed_per_second)}</td>
            </tr>`),
            words.queues.none,
          )}
        </section>
      </div>`);
  };

  draw();
  view.onClose(
    onStats((next) => {
      interrupted = next === null;
      if (next !== null) {
        stats = next;
        const point = { at: Date.parse(next.at) };
        series.forEach(({ key }) => (point[key] = figure(next, key + '_per_second')));
        course = [...course, point].slice(-span);
        plot?.show(course);
      }
      draw();
    }),
  );
  view.every(5000, async () => {
    [server, list] = await Promise.all([get('/v1/server'), all('/v1/queues', 'queues', 500)]);
    draw();
  });
  plotModule = await load(import('../plot.js'));
  draw();
  if (!view.closed) {
    plot = new plotModule.Plot('course', series, span);
    view.onClose(() => plot.close());
    plot.show(course);
  }
}
