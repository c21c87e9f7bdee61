import { html, nothing } from '../lib/lit-html.js';
import { post, session } from '../api.js';
import { heading } from '../parts.js';
import { words } from '../words.js';

const w = words.login;

/** Asks who the reader is, then calls back. */
export function open(view, done) {
  let byToken = false;
  let error = null;
  const submit = async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    delete values.with;
    try {
      session.me = await post('/v1/login', values);
    } catch (problem) {
      error = problem.status === 401 ? w.wrong : problem.message;
      draw();
      return;
    }
    done();
  };
  const choose = (value) => () => {
    byToken = value;
    draw();
  };
  const draw = () =>
    view.draw(html`<form class="login" @submit=${submit}>
      ${heading(w.title)}
      ${error === null ? nothing : html`<p class="said error" role="alert">${error}</p>`}
      <fieldset class="checks"><legend>${w.with}</legend>
        <label><input type="radio" name="with" value="name" .checked=${!byToken} @change=${choose(false)}>${w.byName}</label>
        <label><input type="radio" name="with" value="token" .checked=${byToken} @change=${choose(true)}>${w.byToken}</label>
      </fieldset>
      ${byToken
        ? html`<label>${w.token}<input type="password" name="token" required autocomplete="current-password"></label>`
        : html`<label>${w.name}<input name="name" required autocomplete="username" spellcheck="false"></label>
            <label>${w.password}<input type="password" name="password" required autocomplete="current-password"></label>`}
      <button class="primary">${w.action}</button>
    </form>`);
  draw();
}
