package dev.reeve.server.cli.remote;

import dev.reeve.client.FailForGood;
import dev.reeve.client.JobContext;
import dev.reeve.client.JobFunction;
import dev.reeve.client.RawJson;
import dev.reeve.client.SnoozeException;
import dev.reeve.server.Counts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a program for a job. The program never outlives its lease: it gets SIGTERM when the handler is interrupted, then SIGKILL. */
record ProgramHandler(List<String> program, Duration snooze) implements JobFunction<RawJson, RawJson> {
    private static final int TRY_LATER = 75;
    private static final int MOST_OUTPUT = 1024 * 1024;
    private static final int MOST_ERROR = 16 * 1024;
    private static final long GRACE_SECONDS = 5;

    /** A program has ended with another code than 0 or 75. */
    static final class ProgramFailedException extends Exception {
        private static final long serialVersionUID = 1;

        ProgramFailedException(String message) {
            super(message, null, false, false);
        }
    }

    @Override
    public @Nullable RawJson handle(RawJson payload, JobContext job) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(program);
        Map<String, String> environment = builder.environment();
        environment.put("REEVE_JOB_ID", job.id());
        environment.put("REEVE_JOB_QUEUE", job.queue());
        environment.put("REEVE_JOB_TYPE", job.type());
        environment.put("REEVE_JOB_ATTEMPT", Integer.toString(job.attempt()));
        Process process = builder.start();
        try {
            CompletableFuture<byte[]> out = read(process.getInputStream(), MOST_OUTPUT);
            CompletableFuture<byte[]> err = read(process.getErrorStream(), MOST_ERROR);
            write(payload.bytes(), process);
            int code = process.waitFor();
            return outcome(code, out.get(), new String(err.get(), StandardCharsets.UTF_8).strip());
        } finally {
            end(process);
        }
    }

    private @Nullable RawJson outcome(int code, byte[] out, String err) throws ProgramFailedException {
        if (code == TRY_LATER) {
            throw new SnoozeException(snooze);
        }
        if (code != 0) {
            throw new ProgramFailedException("exit code " + code + (err.isEmpty() ? "" : ": " + err));
        }
        if (out.length > MOST_OUTPUT) {
            throw new FailForGood("the program printed more than " + Counts.of(MOST_OUTPUT, "byte"));
        }
        String text = new String(out, StandardCharsets.UTF_8).strip();
        if (text.isEmpty()) {
            return null;
        }
        return Input.isJson(text) ? RawJson.of(text) : RawJson.ofBytes(out);
    }

    /** A program need not read its input. */
    private static void write(byte[] payload, Process process) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(payload);
        } catch (IOException e) {
            // It has closed its stdin, or has ended.
            return;
        }
    }

    /** Reads all, and keeps what fits and one byte more. */
    private static CompletableFuture<byte[]> read(InputStream from, int most) {
        CompletableFuture<byte[]> all = new CompletableFuture<>();
        Thread reader = new Thread(() -> {
            try (from) {
                byte[] kept = from.readNBytes(most + 1);
                from.transferTo(OutputStream.nullOutputStream());
                all.complete(kept);
            } catch (IOException e) {
                all.complete(new byte[0]);
            }
        });
        reader.setDaemon(true);
        reader.start();
        return all;
    }

    private static void end(Process process) {
        if (process.isAlive()) {
            process.destroy();
            boolean interrupted = Thread.interrupted();
            try {
                if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
