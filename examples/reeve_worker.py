#!/usr/bin/env python3
"""A client and worker of Reeve in one file, on the standard library of Python 3.8 and later.

    python3 reeve_worker.py add mail '{"to": "ann"}'
    python3 reeve_worker.py work mail

Copy it and replace `handle`. The environment has REEVE_URL and REEVE_TOKEN.
"""
import json
import os
import random
import signal
import sys
import threading
import time
import traceback
import urllib.error
import urllib.request
import uuid


class Reeve:
    def __init__(self, url=None, token=None):
        self.url = (url or os.environ.get("REEVE_URL") or "http://127.0.0.1:8023").rstrip("/")
        self.token = token or os.environ.get("REEVE_TOKEN")

    def once(self, path, body, timeout=30):
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = "Bearer " + self.token
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=timeout) as reply:
            return json.loads(reply.read() or b"null")

    def post(self, path, body, patience=30):
        """Repeats the request while the server is not reached or busy. Every repeat is harmless: see `add` and the lease tokens."""
        end, delay = time.monotonic() + patience, 0.1
        while True:
            try:
                return self.once(path, body)
            except urllib.error.HTTPError as e:
                if e.code not in (429, 502, 503, 504) or time.monotonic() > end:
                    raise
            except OSError:
                if time.monotonic() > end:
                    raise
            time.sleep(random.uniform(0, delay))
            delay = min(10, delay * 2)

    def add(self, queue, payload, **fields):
        """The id is made here, so that an add whose answer was lost adds nothing when it is repeated."""
        return self.post("/v1/jobs", {"id": str(uuid.uuid4()), "queue": queue, "payload": payload, **fields})["id"]


class Worker:
    """Works on one job at a time. `lost` is set when the job is to be cancelled, or another worker may have it."""

    def __init__(self, reeve, queues, handle, lease=60):
        self.reeve, self.queues, self.handle, self.lease = reeve, queues, handle, lease
        self.name = "%s/%d" % (os.uname().nodename, os.getpid())
        self.stopping = threading.Event()

    def stop(self, *_):
        """Takes no more jobs; the one at hand is finished."""
        self.stopping.set()

    def run(self):
        failures, wait = 0, min(20, max(1, self.lease // 3))
        while not self.stopping.is_set():
            sent = time.monotonic()
            ask = {"queues": self.queues, "wait": "%ds" % wait, "lease": "%ds" % self.lease, "worker": self.name}
            try:
                jobs = self.reeve.once("/v1/acquire", ask, timeout=2 * wait + 5)["jobs"]
                failures = 0
            except OSError as e:  # HTTPError and URLError are OSErrors
                failures += 1
                print("no jobs: %s" % e, file=sys.stderr)
                self.stopping.wait(random.uniform(0, min(10, 0.1 * 2 ** min(failures, 7))))
                continue
            for job in jobs:
                self.work(job, sent + self.lease)

    def work(self, job, until):
        job["lost"] = threading.Event()
        done = threading.Event()
        renewing = threading.Thread(target=self.renew, args=(job, until, done), daemon=True)
        renewing.start()
        try:
            report = ("complete", {"result": self.handle(job)})
        except Exception as e:
            error = {"type": type(e).__name__, "message": str(e), "trace": traceback.format_exc()}
            report = ("cancelled", {}) if job.get("cancelled") else ("fail", {"error": error})
        done.set()
        renewing.join()
        if job["lost"].is_set() and not job.get("cancelled"):
            return
        try:
            self.reeve.post("/v1/jobs/%s/%s" % (urllib.request.quote(job["id"], ""), report[0]),
                            {"lease_token": job["lease_token"], **report[1]}, patience=self.lease)
        except OSError as e:
            print("job %s is not reported: %s" % (job["id"], e), file=sys.stderr)

    def renew(self, job, until, done):
        """Renews every third of the lease, whose end is counted from the moment at which the request was sent."""
        while not done.wait(self.lease / 3):
            sent = time.monotonic()
            try:
                reply = self.reeve.once("/v1/jobs/%s/renew" % urllib.request.quote(job["id"], ""),
                                        {"lease_token": job["lease_token"], "for": "%ds" % self.lease}, self.lease / 3)
                until = sent + self.lease
                if reply["cancel_requested"]:
                    job["cancelled"] = True
                    job["lost"].set()
            except urllib.error.HTTPError as e:
                if e.code in (404, 409):
                    job["lost"].set()
                    return
            except OSError:
                pass
            if time.monotonic() >= until:
                job["lost"].set()
                return


def handle(job):
    """Replace this. `job["lost"].is_set()` tells a long job to stop."""
    print("working on", job["id"], job["payload"], flush=True)
    return {"seen": job["payload"]}


if __name__ == "__main__":
    reeve = Reeve()
    if len(sys.argv) == 4 and sys.argv[1] == "add":
        print(reeve.add(sys.argv[2], json.loads(sys.argv[3])))
    elif len(sys.argv) >= 3 and sys.argv[1] == "work":
        worker = Worker(reeve, sys.argv[2:], handle, lease=int(os.environ.get("LEASE_SECONDS", "60")))
        signal.signal(signal.SIGTERM, worker.stop)
        signal.signal(signal.SIGINT, worker.stop)
        worker.run()
    else:
        sys.exit(__doc__)
