// The jobs before and after a job, by level: what it depends on, and what depends on it.
import { get, path } from './api.js';

/** So many jobs are shown, and so many are read one by one. */
const most = 100;
/** Those of the same batch are read together. */
const members = 500;

/**
 * Reads the workflow of a job that was read with its dependencies. Each job of it has a level: negative before the job, positive
 * after it, and beyond those of all jobs between them.
 */
export async function readWorkflow(job) {
  const known = new Map();
  const after = new Map();
  const add = (each) => {
    known.set(each.id, each);
    (each.depends_on ?? []).forEach((id) => (after.get(id) ?? after.set(id, []).get(id)).push(each.id));
    Object.values(each.dependencies ?? {}).filter((one) => one.state === 'removed').forEach((one) => known.set(one.id, one));
  };
  if (job.batch) {
    (await get('/v1/jobs', { batch: job.batch, order: 'oldest', limit: members, include: 'dependencies' })).jobs.forEach(add);
  }
  add(job);
  const read = async (id) => {
    try {
      add(await get(path('jobs', id), { include: 'dependencies' }));
    } catch (problem) {
      if (problem.status !== 404 && problem.status !== 403) {
        throw problem;
      }
      known.set(id, { id, state: 'removed' });
    }
  };
  const levels = new Map([[job.id, 0]]);
  let more = false;
  let reads = 0;
  const walk = async (next, step) => {
    let ids = new Set(next(job));
    // An id that was given twice may lead in a circle.
    for (let level = step; ids.size > 0 && levels.size < most && Math.abs(level) < most; level += step) {
      const unknown = [...ids].filter((id) => !known.has(id)).slice(0, most - reads);
      reads += unknown.length;
      await Promise.all(unknown.map(read));
      const found = [...ids].filter((id) => known.has(id) && id !== job.id);
      more ||= found.length < ids.size;
      found.forEach((id) => levels.set(id, level));
      ids = new Set(found.flatMap((id) => next(known.get(id))));
    }
    more ||= ids.size > 0;
  };
  await walk((each) => each.depends_on ?? [], -1);
  await walk((each) => [...(each.dependents ?? []), ...(after.get(each.id) ?? [])], 1);
  const nearest = [...levels].sort(([, one], [, other]) => Math.abs(one) - Math.abs(other));
  return {
    jobs: nearest.slice(0, most).sort(([, one], [, other]) => one - other).map(([id, level]) => ({ ...known.get(id), level })),
    more: more || nearest.length > most,
  };
}
