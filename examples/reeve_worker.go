// A client and worker of Reeve in one file, on the standard library of Go 1.20 and later.
//
//	go run reeve_worker.go add mail '{"to": "ann"}'
//	go run reeve_worker.go work mail
//
// Copy it and replace handle. The environment has REEVE_URL and REEVE_TOKEN.
package main

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// Refused is an answer that is no success.
type Refused struct {
	Status int
	Text   string
}

func (r *Refused) Error() string { return fmt.Sprintf("%d %s", r.Status, r.Text) }

func (r *Refused) temporary() bool {
	return r.Status == 429 || r.Status == 502 || r.Status == 503 || r.Status == 504
}

// Reeve is a server.
type Reeve struct{ URL, Token string }

// Once sends a request and decodes the answer into reply, which may be nil.
func (r *Reeve) Once(ctx context.Context, path string, body, reply any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL+path, bytes.NewReader(sent))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if r.Token != "" {
		request.Header.Set("Authorization", "Bearer "+r.Token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= 300 {
		return &Refused{answer.StatusCode, string(text)}
	}
	if reply == nil || len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, reply)
}

// Post repeats the request while the server is not reached or busy. Every repeat is harmless: see Add and the lease tokens.
func (r *Reeve) Post(path string, body, reply any, patience time.Duration) error {
	end, bound := time.Now().Add(patience), 100*time.Millisecond
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		err := r.Once(ctx, path, body, reply)
		cancel()
		if refused, ok := err.(*Refused); err == nil || (ok && !refused.temporary()) || time.Now().After(end) {
			return err
		}
		time.Sleep(time.Duration(rand.Int63n(int64(bound))))
		bound = min(2*bound, 10*time.Second)
	}
}

// Add adds a job. The id is made here, so that an add whose answer was lost adds nothing when it is repeated.
func (r *Reeve) Add(queue string, payload json.RawMessage) (string, error) {
	random := make([]byte, 16)
	if _, err := crand.Read(random); err != nil {
		return "", err
	}
	id := fmt.Sprintf("%x", random)
	return id, r.Post("/v1/jobs", map[string]any{"id": id, "queue": queue, "payload": payload}, nil, 30*time.Second)
}

// Job is a leased job. Its context ends when the job is to be cancelled, or another worker may have it.
type Job struct {
	ID         string          `json:"id"`
	Queue      string          `json:"queue"`
	Type       string          `json:"type"`
	Attempt    int             `json:"attempt"`
	Payload    json.RawMessage `json:"payload"`
	LeaseToken string          `json:"lease_token"`
	Context    context.Context `json:"-"`
}

// Worker works on up to Concurrency jobs at once.
type Worker struct {
	Reeve       *Reeve
	Queues      []string
	Handle      func(*Job) (any, error)
	Lease       time.Duration
	Concurrency int
}

// Run works until the context ends; the jobs at hand are then finished.
func (w *Worker) Run(ctx context.Context) {
	host, _ := os.Hostname()
	name := fmt.Sprintf("%s/%d", host, os.Getpid())
	places := make(chan struct{}, w.Concurrency)
	var all sync.WaitGroup
	wait, bound := min(20*time.Second, w.Lease/3), 100*time.Millisecond
	for ctx.Err() == nil {
		places <- struct{}{}
		count := w.Concurrency - len(places) + 1
		sent := time.Now()
		var got struct{ Jobs []*Job }
		asking, cancel := context.WithTimeout(ctx, 2*wait+5*time.Second)
		err := w.Reeve.Once(asking, "/v1/acquire", map[string]any{"queues": w.Queues, "count": count,
			"wait": text(wait), "lease": text(w.Lease), "worker": name}, &got)
		cancel()
		<-places
		if err != nil {
			if ctx.Err() == nil {
				fmt.Fprintln(os.Stderr, "no jobs:", err)
				time.Sleep(time.Duration(rand.Int63n(int64(bound))))
				bound = min(2*bound, 10*time.Second)
			}
			continue
		}
		bound = 100 * time.Millisecond
		for _, job := range got.Jobs {
			places <- struct{}{}
			all.Add(1)
			go func(job *Job) {
				defer func() { <-places; all.Done() }()
				w.work(job, sent.Add(w.Lease))
			}(job)
		}
	}
	all.Wait()
}

func (w *Worker) work(job *Job, until time.Time) {
	path := "/v1/jobs/" + url.PathEscape(job.ID)
	ctx, lose := context.WithCancel(context.Background())
	defer lose()
	job.Context = ctx
	done, renewed := make(chan struct{}), make(chan bool, 1)
	go func() { renewed <- w.renew(path, job, until, lose, done) }()
	result, err := w.Handle(job)
	close(done)
	cancelled := <-renewed
	lost := ctx.Err() != nil && !cancelled
	if lost {
		return
	}
	word, report := "complete", map[string]any{"lease_token": job.LeaseToken, "result": result}
	if err != nil && cancelled {
		word, report = "cancelled", map[string]any{"lease_token": job.LeaseToken}
	} else if err != nil {
		word, report = "fail", map[string]any{"lease_token": job.LeaseToken,
			"error": map[string]string{"type": fmt.Sprintf("%T", err), "message": err.Error()}}
	}
	if err := w.Reeve.Post(path+"/"+word, report, nil, w.Lease); err != nil {
		fmt.Fprintf(os.Stderr, "job %s is not reported: %v\n", job.ID, err)
	}
}

// renew renews every third of the lease, whose end is counted from the moment at which the request was sent. Tells whether somebody wants the job cancelled.
func (w *Worker) renew(path string, job *Job, until time.Time, lose func(), done chan struct{}) bool {
	cancelled := false
	for {
		select {
		case <-done:
			return cancelled
		case <-time.After(w.Lease / 3):
		}
		sent := time.Now()
		var reply struct {
			CancelRequested bool `json:"cancel_requested"`
		}
		ctx, cancel := context.WithTimeout(context.Background(), w.Lease/3)
		err := w.Reeve.Once(ctx, path+"/renew", map[string]any{"lease_token": job.LeaseToken, "for": text(w.Lease)}, &reply)
		cancel()
		refused, isRefused := err.(*Refused)
		switch {
		case err == nil:
			until = sent.Add(w.Lease)
			if reply.CancelRequested {
				cancelled = true
				lose()
			}
		case isRefused && (refused.Status == 404 || refused.Status == 409), !time.Now().Before(until):
			lose()
			return false
		}
	}
}

func text(d time.Duration) string { return fmt.Sprintf("%dms", d.Milliseconds()) }

// Replace this.
func handle(job *Job) (any, error) {
	fmt.Println("working on", job.ID, string(job.Payload))
	return map[string]any{"seen": job.Payload}, nil
}

func min(a, b time.Duration) time.Duration {
	if a < b {
		return a
	}
	return b
}

func main() {
	address := os.Getenv("REEVE_URL")
	if address == "" {
		address = "http://127.0.0.1:8023"
	}
	reeve := &Reeve{address, os.Getenv("REEVE_TOKEN")}
	switch {
	case len(os.Args) == 4 && os.Args[1] == "add":
		id, err := reeve.Add(os.Args[2], json.RawMessage(os.Args[3]))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(id)
	case len(os.Args) > 2 && os.Args[1] == "work":
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
		defer stop()
		(&Worker{reeve, os.Args[2:], handle, time.Minute, 10}).Run(ctx)
	default:
		fmt.Fprintln(os.Stderr, "usage: reeve_worker add QUEUE JSON | work QUEUE...")
		os.Exit(2)
	}
}
