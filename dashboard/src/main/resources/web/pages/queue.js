import { html, nothing } from '../lib/lit-html.js';
import { get, load, path } from '../api.js';
import { count, rate, seconds } from '../format.js';
import { facts, heading, link, states, tile } from '../parts.js';
import { words } from '../words.js';
import { series } from './overview.js';
import { drainSeconds, queueButtons } from './queues.js';

const w = words.queue;

export const title = (route) => route.segments[0];

function points(answer) {
  const from = Date.parse(answer.from);
  return answer.added.map((added, index) => ({ at: from + index * answer.step_seconds * 1000, added, completed: answer.completed[index], failed: answer.failed[index] }));
}

export async function open(view) {
  const name = view.route.segments[0];
  const read = () => Promise.all([get(path('queues', name)), get(path('queues', name, 'series'))]);
  let [queue, course] = await read();
  const plotModule = await load(import('../plot.js'));
  let plot = null;
  const leave = () => {
    location.hash = link('queues');
  };

  const draw = () => {
    const hasCourse = course.step_seconds !== null;
    view.draw(html`${heading(name, queueButtons(queue, reload, leave))}
      ${queue.paused ? html`<p class="note"><strong class="warn">${w.paused}</strong></p>` : nothing}
      <section>
        <h2>${words.overview.byState}</h2>
        <dl class="tiles">${states.map((state) => tile(words.states[state], count(queue[state]), link('jobs', [], { queue: name, state }), state))}</dl>
        <p class="links"><a href=${link('jobs', [], { queue: name })}>${w.all}</a> <a href=${link('failures', [], { queue: name })}>${w.failures}</a></p>
      </section>
      <section>${hasCourse ? html`${plotModule.plotFrame('course', w.plot, series)}${plotModule.plotTable(points(course), series, 10)}` : html`<p class="note">${w.noPlot}</p>`}</section>
      <div class="columns">
        <section>
          <h2>${w.numbers}</h2>
          ${facts([
            [words.columns.rateIn, rate(queue.added_per_second)],
            [words.columns.rateOut, rate(queue.completed_per_second)],
            [words.columns.oldest, queue.ready === 0 ? '–' : seconds(queue.oldest_seconds)],
            [words.columns.drain, queue.ready === 0 ? '–' : seconds(drainSeconds(queue))],
            [words.columns.workers, count(queue.waiting_workers)],
          ])}
        </section>
        <section>
          <h2>${w.settings}</h2>
          ${facts(Object.entries(queue.settings).map(([key, value]) => [html`<code>${key}</code>`, typeof value === 'object' && value !== null ? html`<code>${JSON.stringify(value, null, 1).replace(/\s+/g, ' ')}</code>` : value === null ? '–' : String(value)]))}
        </section>
      </div>`);
    if (plot === null && hasCourse && !view.closed) {
      plot = new plotModule.Plot('course', series, 3600);
      view.onClose(() => plot.close());
    }
    plot?.show(points(course));
  };
  const reload = async () => {
    try {
      [queue, course] = await read();
    } catch (problem) {
      if (problem.status === 404) {
        leave();
        return;
      }
      throw problem;
    }
    draw();
  };

  draw();
  view.every(5000, reload);
}
