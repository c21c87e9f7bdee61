// Questions before something is done, and words about what came of it.
import { html, nothing, render } from './lib/lit-html.js';
import { plain, words } from './words.js';

/** The values of a form by the names of its fields: numbers, times of /v1, lists of what is ticked, else texts. Empty ones are left out. */
export function valuesOf(form) {
  const values = {};
  for (const { name, type, value, checked } of form.elements) {
    const text = name ? value.trim() : '';
    if (type === 'checkbox') {
      values[name] = [...(values[name] ?? []), ...(checked ? [text] : [])];
    } else if (text !== '') {
      values[name] = type === 'number' ? Number(text) : type === 'datetime-local' ? new Date(text).toISOString() : text;
    }
  }
  return values;
}

/**
 * Asks and resolves to the values of the form's fields by name, or to null.
 *
 * question: { title, body, action, danger, fields, typed, task }; with `typed`, that text has to be typed in first. What `task` makes of the
 * values is waited for: if it is refused, the question says why and stays.
 */
export function ask(question) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-labelledby', 'dialog-title');
    document.body.append(dialog);
    const isTyped = question.typed !== undefined;
    let answer = null;
    let isBusy = false;
    const submit = async (event) => {
      event.preventDefault();
      if (isBusy) {
        return;
      }
      isBusy = true;
      const values = valuesOf(event.target);
      try {
        await question.task?.(values);
        answer = values;
        dialog.close();
      } catch (problem) {
        draw(problem.message);
      }
      isBusy = false;
    };
    const typing = (event) => {
      const form = event.target.form;
      if (isTyped && form !== null) {
        form.querySelector('[data-act]').disabled = form.elements.typed.value !== question.typed;
      }
    };
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    const draw = (refusal) =>
      render(
        html`<form method="dialog" @submit=${submit} @input=${typing}>
          <h2 id="dialog-title">${plain(question.title)}</h2>
          <div class="dialog-body">
            ${typeof question.body === 'string' ? html`<p>${question.body}</p>` : (question.body ?? nothing)} ${question.fields ?? nothing}
            ${isTyped ? html`<label>${words.dialog.type(question.typed)}<input name="typed" autocomplete="off" spellcheck="false"></label>` : nothing}
            <div role="alert">${refusal === undefined ? nothing : html`<p class="said error">${words.problems.notDone(refusal)}</p>`}</div>
          </div>
          <div class="dialog-buttons">
            <button type="button" @click=${() => dialog.close()}>${question.close ?? words.dialog.back}</button>
            ${question.action === undefined
              ? nothing
              : html`<button class=${question.danger ? 'danger' : 'primary'} data-act ?disabled=${isTyped}>${plain(question.action)}</button>`}
          </div>
        </form>`,
        dialog,
      );
    draw();
    dialog.showModal();
  });
}

const shown = 12000;
/** What was said so recently belongs to the page that comes: it tells why the reader is led there. */
const recent = 1000;
let saidAt = 0;

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

/** Another page is shown: what was said about the last one goes. */
export function forget() {
  if (Date.now() - saidAt > recent) {
    document.querySelectorAll('.content > div > .said').forEach((line) => line.remove());
  }
}

/**
 * What a button does: asks the question, if there is one, does the task with the answer, says what came of it, and goes on.
 *
 * @param done what is said: a text, or a function of the task's result and the answer
 * @param then called with the result
 */
export const press = (task, done, then, question) => async () => {
  const perform = async (answer) => {
    const result = await task(answer);
    say(typeof done === 'function' ? done(result, answer) : done);
    then(result, answer);
  };
  if (question !== undefined) {
    await ask({ ...question, task: perform });
    return;
  }
  try {
    await perform({});
  } catch (problem) {
    say(words.problems.notDone(problem.message), true);
  }
};

/** Shows a text that can be copied. Browsers let scripts copy on this machine and over TLS only; elsewhere the reader does. */
export async function showText(title, body, label, text) {
  const copy = async (event) => {
    const area = event.target.closest('form').querySelector('textarea');
    area.select();
    try {
      await navigator.clipboard.writeText(text);
      say(words.dialog.copied);
    } catch {
      area.focus();
    }
  };
  await ask({
    title,
    body: html`<p>${body}</p><label>${label}<textarea readonly rows="5" .value=${text}></textarea></label><button type="button" @click=${copy}>${words.dialog.copy}</button>`,
    close: words.dialog.close,
  });
}
