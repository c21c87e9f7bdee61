package dev.reeve.node;

import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.StateReader;
import dev.reeve.engine.format.StateReader.Decoded;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

/**
 * Reads the chunks of a snapshot with all processors: other threads decode jobs, while the caller's thread inserts those of the
 * chunks before, in order. The caller decodes as well when the next chunk has not been begun.
 *
 * <p>Invariant: jobs are inserted in the order of the snapshot, by the caller's thread alone.
 */
final class SnapshotDecoder implements AutoCloseable {
    private static final int MAX_THREADS = 4;

    /** How much may be decoded ahead: enough to keep the threads busy, and little beside the smallest heap. */
    private static final int MAX_AHEAD_BYTES = 1024 * 1024;

    private record Task(FutureTask<Decoded> decoding, int bytes) {}

    private final StateReader reader;
    private final ExecutorService threads;
    private final ArrayDeque<Task> ahead = new ArrayDeque<>();
    private int aheadBytes;

    SnapshotDecoder(StateReader reader) {
        int others = Runtime.getRuntime().availableProcessors() - 1;
        this.reader = reader;
        this.threads =
                Executors.newFixedThreadPool(Math.max(1, Math.min(MAX_THREADS, others)), SnapshotDecoder::thread);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "reeve-snapshot");
        thread.setDaemon(true);
        return thread;
    }

    /** The next chunk; inserts the jobs of earlier ones. */
    void chunk(byte[] bytes) throws InterruptedIOException {
        ByteSource source = new ByteSource(bytes, 0, bytes.length);
        if (!reader.readsJobs()) {
            reader.chunk(source);
            return;
        }
        while (!ahead.isEmpty() && aheadBytes + bytes.length > MAX_AHEAD_BYTES) {
            acceptNext();
        }
        FutureTask<Decoded> decoding = new FutureTask<>(() -> reader.decode(source));
        ahead.add(new Task(decoding, bytes.length));
        aheadBytes += bytes.length;
        threads.execute(decoding);
    }

    /** Inserts the rest of the jobs. */
    void finish() throws InterruptedIOException {
        while (!ahead.isEmpty()) {
            acceptNext();
        }
    }

    private void acceptNext() throws InterruptedIOException {
        Task next = ahead.remove();
        aheadBytes -= next.bytes();
        // Does nothing if another thread has begun.
        next.decoding().run();
        try {
            reader.accept(next.decoding().get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("a chunk of the snapshot could not be decoded", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a snapshot was being read");
        }
    }

    /** Ends the threads, at the latest when the chunks are decoded that they have begun. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
