// Changes of all jobs that a filter matches: counted by a dry run, asked for, then done with the counts that were shown.
import { html } from './lib/lit-html.js';
import { post } from './api.js';
import { ask, say } from './dialog.js';
import { field } from './parts.js';
import { words } from './words.js';

/** A call changes 10,000 jobs at most; so many calls are counted ahead. */
const mostCalls = 200;

async function countAll(action, filter, extra) {
  const calls = [];
  let cursor = null;
  do {
    const answer = await post('/v1/bulk/' + action, { filter, ...extra, dry_run: true, ...(cursor === null ? {} : { cursor }) });
    calls.push(answer.matched);
    cursor = answer.cursor;
  } while (cursor !== null && calls.length < mostCalls);
  return calls;
}

/** Returns how many were changed and skipped. Each call says how many jobs were counted for it; if others match, nothing is changed by it. */
async function changeAll(action, filter, extra, calls) {
  const sums = { changed: 0, skipped: 0, why: null };
  let cursor = null;
  for (const expected of calls) {
    try {
      const answer = await post('/v1/bulk/' + action, { filter, ...extra, expected, ...(cursor === null ? {} : { cursor }) });
      sums.changed += answer.changed;
      sums.skipped += answer.skipped;
      cursor = answer.cursor;
    } catch (problem) {
      sums.why = problem.message;
      return sums;
    }
    if (cursor === null) {
      return sums;
    }
  }
  return sums;
}

const shownFilter = (filter) =>
  html`<ul class="filter">${Object.entries(filter).map(([name, value]) => html`<li><code>${name}</code> ${[value].flat().join(', ')}</li>`)}</ul>`;

const fields = {
  retry: () => field(words.bulk.spread, 'spread', '', { hint: words.bulk.spreadHint }),
  move: () => field(words.bulk.to, 'to', '', { required: true }),
};

/**
 * Calls back if something was changed.
 *
 * @param queue one whose jobs the reader may change: a move is counted as if it went there
 */
export async function changeMatching(action, filter, done, queue = '') {
  let calls;
  try {
    calls = await countAll(action, filter, action === 'move' ? { to: queue } : {});
  } catch (problem) {
    say(words.problems.notDone(problem.message), true);
    return;
  }
  const total = calls.reduce((sum, each) => sum + each, 0);
  if (total === 0) {
    say(words.bulk.none);
    return;
  }
  const what = words.bulk.action[action](total);
  const answer = await ask({
    title: what + '?',
    body: html`<p>${words.bulk.matching}</p>${shownFilter(filter)}<p>${words.bulk.about[action]}</p>`,
    fields: fields[action]?.(),
    action: what,
    danger: action === 'delete' || action === 'cancel',
  });
  if (answer === null) {
    return;
  }
  const sums = await changeAll(action, filter, answer, calls);
  if (sums.why !== null) {
    say(sums.changed === 0 ? words.problems.notDone(sums.why) : words.bulk.stopped(sums.changed, sums.why), true);
  } else {
    say(words.bulk.done[action](sums.changed) + (sums.skipped > 0 ? words.bulk.skipped(sums.skipped) : '') + '.');
  }
  if (sums.changed > 0) {
    done();
  }
}
