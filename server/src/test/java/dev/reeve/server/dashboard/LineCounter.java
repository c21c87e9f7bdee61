package dev.reeve.server.dashboard;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the data lines of a stream of events. */
record LineCounter(AtomicInteger count) implements Flow.Subscriber<String> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
        if (line.startsWith("data:")) {
            count.incrementAndGet();
        }
    }

    @Override
    public void onError(Throwable error) {
        // The viewer has left.
    }

    @Override
    public void onComplete() {
        // The server has ended the stream.
    }
}
