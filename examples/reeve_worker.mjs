#!/usr/bin/env node
// A client and worker of Reeve in one file, on the standard library of Node 18 and later.
//
//     node reeve_worker.mjs add mail '{"to": "ann"}'
//     node reeve_worker.mjs work mail
//
// Copy it and replace `handle`. The environment has REEVE_URL and REEVE_TOKEN.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

class Refused extends Error {
  constructor(status, text) {
    super(`${status} ${text}`);
    this.status = status;
  }
}

export class Reeve {
  constructor(url = process.env.REEVE_URL ?? "http://127.0.0.1:8023", token = process.env.REEVE_TOKEN) {
    this.url = url.replace(/\/$/, "");
    this.token = token;
  }

  async once(path, body, { seconds = 30, signal } = {}) {
    const headers = { "content-type": "application/json" };
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), seconds * 1000);
    const stop = () => abort.abort();
    signal?.addEventListener("abort", stop);
    try {
      const reply = await fetch(this.url + path, { method: "POST", headers, body: JSON.stringify(body), signal: abort.signal });
      const text = await reply.text();
      if (!reply.ok) throw new Refused(reply.status, text);
      return text ? JSON.parse(text) : null;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  // Repeats the request while the server is not reached or busy. Every repeat is harmless: see `add` and the lease tokens.
  async post(path, body, patience = 30) {
    const end = Date.now() + patience * 1000;
    for (let bound = 100; ; bound = Math.min(10_000, bound * 2)) {
      try {
        return await this.once(path, body);
      } catch (e) {
        if ((e instanceof Refused && ![429, 502, 503, 504].includes(e.status)) || Date.now() > end) throw e;
      }
      await sleep(Math.random() * bound);
    }
  }

  // The id is made here, so that an add whose answer was lost adds nothing when it is repeated.
  async add(queue, payload, fields = {}) {
    return (await this.post("/v1/jobs", { id: randomUUID(), queue, payload, ...fields })).id;
  }
}

// Works on up to `concurrency` jobs at once. `job.signal` is aborted when a job is to be cancelled, or another worker may have it.
export class Worker {
  constructor(reeve, queues, handle, { lease = 60, concurrency = 10 } = {}) {
    Object.assign(this, { reeve, queues, handle, lease, concurrency });
    this.name = `${hostname()}/${process.pid}`;
    this.running = new Set();
    this.stopping = new AbortController();
  }

  // Takes no more jobs; those at hand are finished.
  stop() {
    this.stopping.abort();
  }

  async run() {
    const wait = Math.min(20, Math.max(1, Math.floor(this.lease / 3)));
    for (let failures = 0; !this.stopping.signal.aborted; ) {
      const count = this.concurrency - this.running.size;
      if (count === 0) {
        await Promise.race(this.running);
        continue;
      }
      const sent = performance.now();
      const ask = { queues: this.queues, count, wait: `${wait}s`, lease: `${this.lease}s`, worker: this.name };
      try {
        const { jobs } = await this.reeve.once("/v1/acquire", ask, { seconds: 2 * wait + 5, signal: this.stopping.signal });
        failures = 0;
        for (const job of jobs) {
          const work = this.work(job, sent + this.lease * 1000).finally(() => this.running.delete(work));
          this.running.add(work);
        }
      } catch (e) {
        if (this.stopping.signal.aborted) break;
        console.error(`no jobs: ${e.message}`);
        await sleep(Math.random() * Math.min(10_000, 100 * 2 ** Math.min(++failures, 7)));
      }
    }
    await Promise.all(this.running);
  }

  async work(job, until) {
    const lost = new AbortController();
    job.signal = lost.signal;
    const renewing = setInterval(() => renew(), (this.lease * 1000) / 3);
    const path = `/v1/jobs/${encodeURIComponent(job.id)}`;
    // The end of a lease is counted from the moment at which the request was sent.
    const renew = async () => {
      const sent = performance.now();
      try {
        const reply = await this.reeve.once(`${path}/renew`, { lease_token: job.lease_token, for: `${this.lease}s` }, { seconds: this.lease / 3 });
        until = sent + this.lease * 1000;
        if (reply.cancel_requested) {
          job.cancelled = true;
          lost.abort();
        }
      } catch (e) {
        if ([404, 409].includes(e.status) || performance.now() >= until) lost.abort();
      }
    };
    let report;
    try {
      report = ["complete", { result: (await this.handle(job)) ?? null }];
    } catch (e) {
      report = job.cancelled
        ? ["cancelled", {}]
        : ["fail", { error: { type: e.name ?? "Error", message: String(e.message ?? e), trace: String(e.stack ?? "") } }];
    }
    clearInterval(renewing);
    if (lost.signal.aborted && !job.cancelled) return;
    try {
      await this.reeve.post(`${path}/${report[0]}`, { lease_token: job.lease_token, ...report[1] }, this.lease);
    } catch (e) {
      console.error(`job ${job.id} is not reported: ${e.message}`);
    }
  }
}

// Replace this.
async function handle(job) {
  console.log("working on", job.id, JSON.stringify(job.payload));
  return { seen: job.payload };
}

const [command, ...words] = process.argv.slice(2);
const reeve = new Reeve();
if (command === "add" && words.length === 2) {
  console.log(await reeve.add(words[0], JSON.parse(words[1])));
} else if (command === "work" && words.length > 0) {
  const worker = new Worker(reeve, words, handle, { lease: Number(process.env.LEASE_SECONDS ?? 60) });
  process.on("SIGTERM", () => worker.stop());
  process.on("SIGINT", () => worker.stop());
  await worker.run();
} else {
  console.error("usage: reeve_worker.mjs add QUEUE JSON | work QUEUE...");
  process.exitCode = 2;
}
