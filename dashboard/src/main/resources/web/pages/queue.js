import { html, nothing } from '../lib/lit-html.js';
import { get, load, path } from '../api.js';
import { count, rate } from '../format.js';
import { factSection, heading, leaveTo, link, section, tiles, warning } from '../parts.js';
import { words } from '../words.js';
import { points, series } from './overview.js';
import { drain, oldest, queueButtons } from './queues.js';

const w = words.queue;
const c = words.columns;

export const title = (route) => route.segments[0];

const value = (each) => (each === null ? '–' : typeof each === 'object' ? html`<code>${JSON.stringify(each, null, 1).replace(/\s+/g, ' ')}</code>` : String(each));

export async function open(view) {
  const name = view.route.segments[0];
  let plot = null;
  const leave = leaveTo('queues');
  const read = async () => {
    const [queue, course, { plotFrame, plotTable, Plot }] = await Promise.all([get(path('queues', name)), get(path('queues', name, 'series')), load(import('../plot.js'))]);
    const hasCourse = course.step_seconds !== null;
    const counts = hasCourse ? points(course, 1) : [];
    view.draw(html`${heading(name, queueButtons(queue, view.reload, leave))}
      ${queue.paused ? html`<p class="note">${warning(w.paused)}</p>` : nothing}
      ${section(words.overview.byState, html`${tiles((state) => count(queue[state]), { queue: name })}
        <p class="links"><a href=${link('jobs', [], { queue: name })}>${w.all}</a> <a href=${link('failures', [], { queue: name })}>${w.failures}</a></p>`)}
      <section>${hasCourse ? html`${plotFrame('course', w.plot, series)}${plotTable(counts, series, 10)}` : html`<p class="note">${w.noPlot}</p>`}</section>
      <div class="columns">
        ${factSection(w.numbers, [
          [c.rateIn, rate(queue.added_per_second)],
          [c.rateOut, rate(queue.completed_per_second)],
          [c.oldest, oldest(queue)],
          [c.drain, drain(queue)],
          [c.workers, count(queue.waiting_workers)],
        ])}
        ${factSection(w.settings, Object.entries(queue.settings).map(([key, each]) => [html`<code>${key}</code>`, value(each)]))}
      </div>`);
    if (plot === null && hasCourse && !view.closed) {
      plot = new Plot('course', series, 3600);
      view.onClose(() => plot.close());
    }
    plot?.show(counts);
  };
  await view.follow(5000, read, undefined, leave);
}
