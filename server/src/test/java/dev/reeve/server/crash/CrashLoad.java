package dev.reeve.server.crash;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** Several clients at work on one server, from its start until it goes. */
final class CrashLoad {
    private static final long SECONDS_PATIENCE = 60;

    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch enough;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean ending;

    /** Something a thread does until the connection is lost. */
    interface Work {
        void run(CrashLoad load) throws Exception;
    }

    /** @param answers how many are awaited by {@link #awaitAnswers} */
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
            if (!(e instanceof IOException) || !ending) {
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

    /** Whether clients should stop by themselves; otherwise only the end of the server stops them. */
    boolean isEnding() {
        return ending;
    }

    void awaitAnswers() throws InterruptedException {
        if (!enough.await(SECONDS_PATIENCE, TimeUnit.SECONDS)) {
            throw new Violation("the server stopped answering");
        }
        rethrow();
    }

    /** Waits until no more answers than these are awaited. */
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

    /** Whether there were as many answers as are awaited, or one that was wrong. */
    boolean isEnough() {
        return enough.getCount() == 0;
    }

    /** From here on a lost connection is no surprise. */
    void expectEnd() {
        ending = true;
    }

    /** Waits for the clients, which lose their connections. */
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
