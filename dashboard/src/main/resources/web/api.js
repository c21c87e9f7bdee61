// Calls of /v1. Everything that the pages show or do goes through here.
import { words } from './words.js';

/** A refusal of the server: a problem document, or no answer at all (status 0). */
export class Problem extends Error {
  constructor(status, body) {
    const errors = (body.errors ?? []).map((each) => `${each.pointer.replace(/^\//, '')}: ${each.detail}`).join('; ');
    super(errors || body.detail || body.title || words.problems.status(status));
    this.status = status;
    this.type = body.type || '';
    /** Whether a part of the dashboard itself is missing. */
    this.isIncomplete = false;
  }
}

/** Who uses the page, as /v1/me tells. */
export const session = { me: null };

/** The queue of webhooks' deliveries. What is in it, only those change who may change webhooks; others may stop it. */
export const deliveries = 'reeve.webhooks';
const ofDeliveries = ['cancel', 'delete', 'pause'];

/** Whether the reader has the right, for the queues that are shown to him; with a queue: for this one. */
export const can = (right, queue = null) =>
  session.me !== null && session.me.rights.includes(right) && (queue !== deliveries || ofDeliveries.includes(right) || can('webhook'));

/** Whether the rights hold for all queues. */
export const everywhere = () => session.me !== null && session.me.queues.includes('*') && !session.me.queues.some((pattern) => pattern.startsWith('!'));

export const isNamed = () => session.me !== null && session.me.kind !== 'anonymous';

let changes = 0;

/** Whether a change is under way. What is read meanwhile may not be there any more. */
export const isChanging = () => changes > 0;

async function change(method, path, body) {
  changes++;
  try {
    return await call(method, path, body);
  } finally {
    changes--;
  }
}

/** What has a payload. */
const withPayload = /^\/v1\/(jobs\/|schedules)/;

/** Reads JSON that may have numbers with more digits than a number has here. Where the browser can, they stay as they are written. */
export const exactly = (text) =>
  JSON.parse(text, (key, value, at) => (typeof value === 'number' && at?.source && at.source !== String(value) ? JSON.rawJSON(at.source) : value));

async function call(method, path, body, isFile = false) {
  const request = { method, headers: { accept: 'application/json', reeve: '1' }, credentials: 'same-origin', cache: 'no-store' };
  if (body !== undefined) {
    request.headers['content-type'] = 'application/json';
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Problem(0, { detail: words.problems.unreachable });
  }
  if (isFile && answer.ok) {
    return answer.blob();
  }
  const text = await answer.text();
  let value = null;
  try {
    value = text === '' ? null : withPayload.test(path) ? exactly(text) : JSON.parse(text);
  } catch {
    value = null;
  }
  if (!answer.ok) {
    if (answer.status === 401 && path !== '/v1/login' && session.me !== null) {
      session.me = null;
      window.dispatchEvent(new Event('reeve-login'));
    }
    throw new Problem(answer.status, value || {});
  }
  return value;
}

/** A module of the dashboard, or a problem if the browser does not get it. */
export async function load(module) {
  try {
    return await module;
  } catch {
    const problem = new Problem(0, { detail: words.problems.unreachable });
    problem.isIncomplete = true;
    throw problem;
  }
}

export function path(...segments) {
  return '/v1/' + segments.map(encodeURIComponent).join('/');
}

/** @param {URLSearchParams | Object} parameters those without a value are left out */
export function get(address, parameters = {}) {
  const query = new URLSearchParams(parameters instanceof URLSearchParams ? parameters : Object.entries(parameters).filter(([, value]) => value !== null));
  const text = query.toString();
  return call('GET', text === '' ? address : address + '?' + text);
}

export const post = (address, body = {}) => change('POST', address, body);
/** What the server makes of a request, as a file. */
export const download = (address) => call('POST', address, {}, true);
export const put = (address, body) => change('PUT', address, body);
export const patch = (address, body) => change('PATCH', address, body);
export const remove = (address) => change('DELETE', address);

/** All pages of a list, as far as `most` entries. */
export async function all(address, name, most = 5000) {
  const entries = [];
  let cursor = null;
  do {
    const page = await get(address, cursor === null ? { limit: 500 } : { limit: 500, cursor });
    entries.push(...page[name]);
    cursor = page.cursor ?? null;
  } while (cursor !== null && entries.length < most);
  return { entries, more: cursor !== null };
}
