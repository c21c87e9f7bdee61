package dev.reeve.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import dev.reeve.access.Audit;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes log lines to stderr on a thread of its own. Whoever logs never waits: if nobody reads stderr, lines are dropped, and
 * their number is logged when lines can be written again, that of audit lines by itself. Safe from any thread.
 */
public final class StderrAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private static final int MOST_WAITING_BYTES = 256 * 1024;
    private static final String AUDIT = Audit.class.getName();

    private final LineEncoder encoder = new LineEncoder();
    private final OutputStream out;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private long dropped;
    private long droppedOfAudit;
    private int writingBytes;
    private boolean closed;
    private @Nullable Thread writer;

    public StderrAppender() {
        // Not System.err, whose lock others would wait for.
        this(new FileOutputStream(FileDescriptor.err));
    }

    StderrAppender(OutputStream out) {
        this.out = out;
    }

    LineEncoder encoder() {
        return encoder;
    }

    @Override
    public void start() {
        super.start();
        LogOutput.begin(this);
    }

    @Override
    public void stop() {
        LogOutput.end(this);
        super.stop();
    }

    @Override
    protected void append(ILoggingEvent event) {
        enqueue(encoder.encode(event), event.getLoggerName().equals(AUDIT));
    }

    private synchronized void enqueue(byte[] line, boolean isOfAudit) {
        if (closed || waitingBytes + line.length > MOST_WAITING_BYTES) {
            dropped++;
            droppedOfAudit += isOfAudit ? 1 : 0;
            return;
        }
        noteDropped();
        add(line);
        if (writer == null) {
            writer = new Thread(this::write, "log");
            writer.setDaemon(true);
            writer.start();
        }
        notifyAll();
    }

    /** Adds a line that says how many lines are missing at this place, if any are. */
    private void noteDropped() {
        if (dropped > 0) {
            byte[] note = note();
            dropped = 0;
            droppedOfAudit = 0;
            add(note);
        }
    }

    private void add(byte[] line) {
        waiting.add(line);
        waitingBytes += line.length;
    }

    private byte[] note() {
        LoggingEvent event = new LoggingEvent();
        event.setLoggerName(StderrAppender.class.getName());
        event.setLevel(Level.WARN);
        event.setThreadName(Thread.currentThread().getName());
        event.setInstant(Instant.now());
        String ofAudit = droppedOfAudit == 0 ? "" : ", " + droppedOfAudit + " of them audit lines";
        event.setMessage(dropped + " log lines were dropped" + ofAudit + ": nobody read stderr");
        return encoder.encode(event);
    }

    private void write() {
        try {
            while (true) {
                out.write(next());
                written();
            }
        } catch (IOException e) {
            close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized byte[] next() throws InterruptedException {
        if (waiting.isEmpty()) {
            noteDropped();
        }
        while (waiting.isEmpty()) {
            wait();
        }
        byte[] line = waiting.remove();
        writingBytes = line.length;
        return line;
    }

    private synchronized void written() {
        waitingBytes -= writingBytes;
        writingBytes = 0;
        notifyAll();
    }

    /** Stderr is closed, so that there is nowhere to write to. */
    private synchronized void close() {
        closed = true;
        waiting.clear();
        waitingBytes = 0;
        notifyAll();
    }

    /** Waits until all lines are written, but no longer than this. */
    synchronized void flush(long millis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            long left = millis;
            while (waitingBytes > 0 && left > 0) {
                wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
