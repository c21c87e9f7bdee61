// A plot of numbers over time, drawn by chart.js, with the same numbers as a table for those who cannot see it.
import './lib/chart.js';
import { html, nothing } from './lib/lit-html.js';
import { onTheme } from './theme.js';
import { clock, count } from './format.js';
import { table } from './parts.js';
import { words } from './words.js';

const { Chart } = globalThis;
const rows = 15;

/** The place of a plot in a page. series: [{ key, label }] */
export function plotFrame(id, label, series) {
  return html`<figure class="plot" id=${id}>
    <figcaption>
      ${label}
      <span class="keys">${series.map((each) => html`<span><i class="key ${each.key}" aria-hidden="true"></i>${each.label}</span>`)}</span>
    </figcaption>
    <div class="canvas"><canvas role="img" aria-label=${label}></canvas></div>
  </figure>`;
}

/** The last numbers of a plot as a table. points: [{ at, key: number … }] */
export function plotTable(points, series, step) {
  if (points.length === 0) {
    return nothing;
  }
  const every = Math.max(1, Math.ceil(60 / step));
  const groups = [];
  for (let end = points.length; end > 0 && groups.length < rows; end -= every) {
    const part = points.slice(Math.max(0, end - every), end);
    groups.push({ at: part[0].at, sums: series.map((each) => part.reduce((sum, point) => sum + point[each.key], 0)) });
  }
  return html`<details class="behind">
    <summary>${words.plot.table}</summary>
    ${table(words.plot.table, [words.plot.from, ...series.map((each) => [each.label])], groups.map((group) => html`<tr>
      <th scope="row">${clock(new Date(group.at))}</th>${group.sums.map((sum) => html`<td class="n">${count(Math.round(sum))}</td>`)}
    </tr>`))}
  </details>`;
}

/** Draws into a frame that is in the page. */
export class Plot {
  constructor(id, series, spanSeconds) {
    this.frame = document.getElementById(id);
    this.series = series;
    this.span = spanSeconds * 1000;
    this.chart = new Chart(this.frame.querySelector('canvas'), {
      type: 'line',
      data: { datasets: series.map((each) => ({ label: each.label, data: [], borderWidth: 1.6, pointRadius: 0, tension: 0 })) },
      options: {
        animation: false,
        parsing: false,
        normalized: true,
        responsive: true,
        maintainAspectRatio: false,
        interaction: { mode: 'index', intersect: false },
        plugins: {
          legend: { display: false },
          tooltip: { callbacks: { title: (items) => (items.length === 0 ? '' : clock(new Date(items[0].parsed.x))) } },
        },
        scales: {
          x: { type: 'linear', ticks: { stepSize: this.span / 5, includeBounds: false, maxRotation: 0, callback: (value) => clock(new Date(value)).slice(0, 5) } },
          y: { beginAtZero: true, suggestedMax: 1, ticks: { maxTicksLimit: 5, precision: 0 } },
        },
      },
    });
    this.forget = onTheme(() => this.paint());
    this.colours();
  }

  /** The colours are those of the style sheet. */
  colours() {
    const line = getComputedStyle(this.frame);
    this.series.forEach((each, index) => {
      const key = this.frame.querySelector('.key.' + each.key);
      this.chart.data.datasets[index].borderColor = getComputedStyle(key).backgroundColor;
    });
    for (const axis of Object.values(this.chart.options.scales)) {
      axis.ticks.color = line.color;
      axis.ticks.font = { size: 0.86 * parseFloat(line.fontSize) };
      axis.grid = { color: line.borderTopColor };
    }
  }

  paint() {
    this.colours();
    this.chart.update('none');
  }

  show(points) {
    const end = points.length === 0 ? Date.now() : points[points.length - 1].at;
    this.chart.options.scales.x.min = end - this.span;
    this.chart.options.scales.x.max = end;
    this.series.forEach((each, index) => {
      this.chart.data.datasets[index].data = points.map((point) => ({ x: point.at, y: point[each.key] }));
    });
    this.chart.update('none');
  }

  close() {
    this.forget();
    this.chart.destroy();
  }
}
