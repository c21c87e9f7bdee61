// Questions before something is done, and words about what came of it.
import { html, nothing, render } from './lib/lit-html.js';
import { words } from './words.js';

/**
 * Asks and resolves to the values of the form's fields by name, or to null.
 *
 * question: { title, body, action, danger, fields, typed }; with `typed`, that text has to be typed in first.
 */
export function ask(question) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-labelledby', 'dialog-title');
    document.body.append(dialog);
    let answer = null;
    const submit = (event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      answer = {};
      for (const name of new Set(form.keys())) {
        const values = form.getAll(name);
        answer[name] = values.length > 1 || name.endsWith('[]') ? values : values[0];
      }
      dialog.close();
    };
    const typing = (event) => {
      const form = event.target.form;
      if (question.typed !== undefined && form !== null) {
        form.querySelector('[data-act]').disabled = form.elements.typed.value !== question.typed;
      }
    };
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    render(
      html`<form method="dialog" @submit=${submit} @input=${typing}>
        <h2 id="dialog-title">${question.title}</h2>
        <div class="dialog-body">
          ${question.body ?? nothing} ${question.fields ?? nothing}
          ${question.typed === undefined
            ? nothing
            : html`<label>${words.dialog.type(question.typed)}<input name="typed" autocomplete="off" spellcheck="false"></label>`}
        </div>
        <div class="dialog-buttons">
          <button type="button" @click=${() => dialog.close()}>${question.close ?? words.dialog.back}</button>
          ${question.action === undefined
            ? nothing
            : html`<button class=${question.danger ? 'danger' : 'primary'} data-act ?disabled=${question.typed !== undefined}>
                ${question.action}
              </button>`}
        </div>
      </form>`,
      dialog,
    );
    dialog.showModal();
  });
}

const shown = 12000;
/** What was said so recently belongs to the page that comes: it tells why the reader is led there. */
const recent = 1000;

/** Says what came of something. */
export function say(text, isError = false) {
  const place = document.getElementById(isError ? 'alerts' : 'results');
  const line = document.createElement('p');
  line.className = isError ? 'said error' : 'said';
  line.textContent = text;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = words.dialog.dismiss;
  close.addEventListener('click', () => line.remove());
  line.append(close);
  place.replaceChildren(line);
  saidAt = Date.now();
  setTimeout(() => line.remove(), shown);
}

let saidAt = 0;

/** Another page is shown: what was said about the last one goes. */
export function forget() {
  if (Date.now() - saidAt > recent) {
    document.querySelectorAll('.content > div > .said').forEach((line) => line.remove());
  }
}

/** Does something, says what came of it, and returns whether it was done. */
export async function act(task, done) {
  try {
    const result = await task();
    say(typeof done === 'function' ? done(result) : done);
    return true;
  } catch (problem) {
    say(words.problems.notDone(problem.message), true);
    return false;
  }
}
