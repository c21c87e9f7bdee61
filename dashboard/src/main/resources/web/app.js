// The shell: navigation, theme, login, and which page is shown. The address after # names the page and its filters.
import { html, nothing, render } from './lib/lit-html.js';
import { can, everywhere, get, isChanging, isNamed, load, post, session } from './api.js';
import { forget, say } from './dialog.js';
import { clock } from './format.js';
import { empty, heading, link } from './parts.js';
import { mayPass, stopTrying, succeeded, tryLater } from './retry.js';
import { apply, choose, theme } from './theme.js';
import { words } from './words.js';

const forAll = () => true;
/** Pages by name: who sees them in the navigation, or under which other one they are. */
const pages = {
  overview: forAll,
  queues: forAll,
  queue: 'queues',
  jobs: forAll,
  job: 'jobs',
  failures: forAll,
  schedules: forAll,
  schedule: 'schedules',
  batches: forAll,
  batch: 'batches',
  limits: forAll,
  limit: 'limits',
  workers: forAll,
  nodes: forAll,
  settings: forAll,
  tokens: () => can('settings') && everywhere(),
  webhooks: () => can('webhook') && everywhere(),
  audit: () => can('audit') && everywhere(),
};
const isUnder = (page) => typeof page === 'string';

let current = null;
let menuOpen = false;

function route() {
  const [address, query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [name, ...segments] = address.split('/');
  return { name: name === '' ? 'overview' : name, segments: segments.map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** What a page gets: a place to draw, and timers that end with it. */
class View {
  constructor(at) {
    this.route = at;
    this.closed = false;
    this.readAt = new Date();
    this.endings = [];
  }

  draw(template) {
    if (!this.closed) {
      render(template, document.getElementById('main'));
    }
  }

  onClose(ending) {
    if (this.closed) {
      ending();
    } else {
      this.endings.push(ending);
    }
  }

  /** Repeats a task while the page is open and seen, and nothing is being changed. */
  every(milliseconds, task) {
    const timer = setInterval(() => {
      if (!document.hidden && !isChanging()) {
        this.run(task, true);
      }
    }, milliseconds);
    this.onClose(() => clearInterval(timer));
  }

  /**
   * Reads and draws the page, now and every so many milliseconds; `reload` does so at once.
   *
   * @param gone what is said if the page is about something that is not there
   * @param leave where to go from something that is not there any more
   */
  async follow(milliseconds, read, gone, leave) {
    let known = false;
    const task = async () => {
      try {
        await read();
        known = true;
      } catch (problem) {
        if (problem.status !== 404 || (known ? leave : gone) === undefined) {
          throw problem;
        }
        if (known) {
          leave();
        } else {
          this.draw(html`${heading(this.title)}${empty(gone)}`);
        }
        this.close();
      }
    };
    this.reload = () => this.run(task, true);
    await task();
    this.every(milliseconds, task);
  }

  /** Runs a task that may be refused. If a repeated one is, what it has drawn before stays, with a line that tells how old it is. */
  async run(task, isRepeated = false) {
    try {
      await task();
      if (!this.closed) {
        this.readAt = new Date();
        succeeded();
        warn(nothing);
      }
    } catch (problem) {
      if (this.closed || session.me === null) {
        return;
      }
      if (problem.status === undefined) {
        throw problem;
      }
      if (isRepeated) {
        warn(html`<p class="note"><strong class="warn">${problem.message}</strong> ${words.problems.old(clock(this.readAt))}</p>`);
      } else {
        this.close();
        warn(nothing);
        showProblem(problem, show);
      }
    }
  }

  close() {
    this.closed = true;
    this.endings.splice(0).forEach((ending) => ending());
  }
}

/** Says something above the page. */
const warn = (line) => render(line, document.getElementById('warnings'));

/** Draws what went wrong in place of the page. What may pass is tried again, at once if the reader asks for it. */
function showProblem(problem, task) {
  const again = problem.isIncomplete ? loadAnew : task;
  const passes = mayPass(problem);
  if (passes) {
    tryLater(again);
  }
  const about = html`${passes ? html`<p>${words.problems.again}</p>` : nothing}<button type="button" @click=${again}>${words.problems.retry}</button>`;
  render(html`${heading(words.nav[route().name] ?? words.brand)}${empty(problem.message, about)}`, document.getElementById('main'));
}

/** Loads the whole page when the server answers: a browser does not ask twice for a module that it did not get. */
async function loadAnew() {
  try {
    await get('/v1/me');
  } catch (problem) {
    if (mayPass(problem)) {
      tryLater(loadAnew);
      return;
    }
  }
  location.reload();
}

function shell() {
  const at = route();
  const place = isUnder(pages[at.name]) ? pages[at.name] : at.name;
  const named = Object.keys(pages).filter((name) => !isUnder(pages[name]) && pages[name]());
  render(
    html`<a class="skip" href="#main" @click=${skip}>${words.skip}</a>
      <header>
        <a class="brand" href="#/overview"><img src="icon.svg" alt="" width="22" height="22">${words.brand}</a>
        ${session.me === null
          ? nothing
          : html`<button type="button" class="menu" aria-expanded=${menuOpen} aria-controls="nav" @click=${toggleMenu}>${words.menu}</button>`}
        <span class="space"></span>
        <label class="theme">${words.theme.label}
          <select @change=${(event) => choose(event.target.value)}>
            ${['system', 'light', 'dark'].map((name) => html`<option value=${name} ?selected=${theme() === name}>${words.theme[name]}</option>`)}
          </select>
        </label>
        ${isNamed()
          ? html`<span class="user">${words.user(session.me.name, session.me.role)}</span><button type="button" id="logout" @click=${logout}>${words.logout}</button>`
          : nothing}
      </header>
      <div class="body">
        <nav id="nav" aria-label=${words.pages} class=${menuOpen ? 'open' : ''} ?hidden=${session.me === null}>
          <ul>
            ${named.map((name) => html`<li><a href=${link(name)} aria-current=${name === place ? 'page' : nothing}>${words.nav[name]}</a></li>`)}
          </ul>
        </nav>
        <div class="content">
          <div id="alerts" role="alert"></div>
          <div id="results" role="status"></div>
          <div id="warnings" role="status"></div>
          <main id="main" tabindex="-1"></main>
        </div>
      </div>`,
    document.getElementById('app'),
  );
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}

function toggleMenu() {
  menuOpen = !menuOpen;
  shell();
}

async function logout() {
  await post('/v1/logout');
  session.me = null;
  showLogin();
  say(words.loggedOut);
}

/** Opens the page that the address names. */
async function show() {
  stopTrying();
  current?.close();
  const at = route();
  const view = new View(at);
  current = view;
  menuOpen = false;
  shell();
  const page = pages[at.name];
  if (page === undefined || (!isUnder(page) && !page())) {
    title(words.brand);
    view.draw(html`${heading(words.notFound)}${empty(html`<a href="#/overview">${words.toOverview}</a>`)}`);
    return;
  }
  await view.run(async () => {
    const module = await load(import(`./pages/${at.name}.js`));
    if (!view.closed) {
      view.title = module.title?.(at) ?? words.nav[at.name];
      title(view.title);
      await module.open(view);
    }
  });
  const main = document.getElementById('main');
  if (view === current && moved && !main.contains(document.activeElement)) {
    (main.querySelector('h1') ?? main).focus();
  }
}

let moved = false;

function title(text) {
  document.title = text === words.brand ? text : `${text} · ${words.brand}`;
}

async function showLogin() {
  stopTrying();
  current?.close();
  current = new View(route());
  shell();
  warn(nothing);
  title(words.login.title);
  try {
    const module = await load(import('./pages/login.js'));
    module.open(current, () => {
      document.getElementById('results').replaceChildren();
      show();
    });
  } catch (problem) {
    showProblem(problem, showLogin);
  }
}

window.addEventListener('hashchange', () => {
  moved = true;
  if (session.me !== null) {
    succeeded();
    warn(nothing);
    forget();
    show();
  }
});
window.addEventListener('reeve-login', showLogin);

async function start() {
  apply();
  try {
    session.me = await get('/v1/me');
  } catch (problem) {
    if (problem.status === 401) {
      showLogin();
    } else {
      shell();
      showProblem(problem, start);
    }
    return;
  }
  show();
}

start();
