package dev.reeve.campaign.crash;

import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.Violation;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** Several clients under load on one server, from its start to its end. */
final class CrashLoad {
    private static final long SECONDS_PATIENCE = 60;

    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch enough;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean ending;

    /** The work of a client thread until the connection is lost. */
    interface Work {
        void run(CrashLoad load) throws Exception;
    }

    /** @param answers the number of replies that {@link #awaitAnswers} waits for */
    CrashLoad(int answers) {
        enough = new CountDownLatch(answers);
    }

    void start(Work work) {
        Thread thread = new Thread(() -> run(work), "load");
        threads.add(thread);
        thread.start();
    }

    private void run(Work work) {
        try {
            work.run(this);
        } catch (Throwable e) {
            if (!(e instanceof UncheckedIOException) || !ending) {
                failure.compareAndSet(null, e);
                while (enough.getCount() > 0) {
                    enough.countDown();
                }
            }
        }
    }

    void answered() {
        enough.countDown();
    }

    /** Whether clients should stop; otherwise only the end of the server stops them. */
    boolean isEnding() {
        return ending;
    }

    void awaitAnswers() throws InterruptedException {
        if (!enough.await(SECONDS_PATIENCE, TimeUnit.SECONDS)) {
            throw new Violation("the server stopped answering");
        }
        rethrow();
    }

    /** Waits until at most this many replies are missing. */
    void awaitAnswersBut(int most) {
        try {
            await().atMost(SECONDS_PATIENCE, TimeUnit.SECONDS)
                    .pollInterval(1, TimeUnit.MILLISECONDS)
                    .until(() -> enough.getCount() <= most);
        } catch (ConditionTimeoutException e) {
            throw new Violation("the server stopped answering");
        }
        rethrow();
    }

    /** Whether all awaited replies have arrived, or one was wrong. */
    boolean isEnough() {
        return enough.getCount() == 0;
    }

    /** From now on a lost connection is expected. */
    void expectEnd() {
        ending = true;
    }

    /** Waits for the clients to end after their connections are lost. */
    void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(SECONDS_PATIENCE));
            if (thread.isAlive()) {
                throw new Violation("a client still waits, though the server has gone");
            }
        }
        rethrow();
    }

    private void rethrow() {
        Throwable e = failure.get();
        if (e != null) {
            throw new AssertionError(e.toString(), e);
        }
    }
}
