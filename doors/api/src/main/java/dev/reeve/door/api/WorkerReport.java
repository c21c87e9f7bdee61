package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.Command;
import dev.reeve.engine.Failed;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.State;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import dev.reeve.settings.Durations;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a worker reports to end its lease, as fields of a request and as a command. */
interface WorkerReport {
    /** The longest delay that a report may ask for. */
    long MAX_DELAY_MICROS = 31_557_600_000_000L;

    /** Reads a field if it is one of this report. */
    boolean field(String name, StrictJson value) throws IOException;

    /** Completes what was read. Returns what is wrong besides single fields; null if nothing is. */
    default @Nullable Problem check(FieldErrors errors, String pointer) {
        return null;
    }

    Command<?> command(JobRef job, Claim claim);

    /** The report with this name; null if there is none. */
    static @Nullable WorkerReport of(String name, ApiSettings settings) {
        return switch (name) {
            case "complete" -> new Completed(settings);
            case "cancelled" -> new Cancelled();
            case "fail" -> new Failure(settings);
            case "release" -> new Released();
            default -> null;
        };
    }

    /** The job is done. */
    final class Completed implements WorkerReport {
        private final ApiSettings settings;
        private final EncodedBytes result = EncodedBytes.ofResult();

        Completed(ApiSettings settings) {
            this.settings = settings;
        }

        @Override
        public boolean field(String name, StrictJson value) throws IOException {
            return result.field(name, value);
        }

        @Override
        public @Nullable Problem check(FieldErrors errors, String pointer) {
            result.check(errors, pointer);
            byte[] bytes = result.bytesOrNull();
            long most = settings.mostPayloadBytes();
            return bytes != null && bytes.length > most ? Problems.payloadTooLarge("result", most) : null;
        }

        @Override
        public Command<State> command(JobRef job, Claim claim) {
            return new Complete(job, claim, result.bytesOrNull());
        }
    }

    /** The worker obeys a cancel. */
    final class Cancelled implements WorkerReport {
        @Override
        public boolean field(String name, StrictJson value) {
            return false;
        }

        @Override
        public Command<?> command(JobRef job, Claim claim) {
            return Cancel.keep(job, claim, null);
        }
    }

    /** The attempt failed. */
    final class Failure implements WorkerReport {
        private static final int LONGEST_MESSAGE = 16 * 1024;
        private static final int LONGEST_TRACE = 64 * 1024;

        private final ApiSettings settings;
        private boolean hasError;
        private @Nullable String type;
        private @Nullable String message;
        private @Nullable String trace;
        private RetryChoice retry = RetryChoice.POLICY;

        Failure(ApiSettings settings) {
            this.settings = settings;
        }

        @Override
        public boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "error" -> hasError = value.object(this::errorField);
                case "retry" -> retry = retry(value);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private boolean errorField(String name, StrictJson value) throws IOException {
            switch (name) {
                case "type" -> type = value.text(settings::isName, settings.expectedName());
                case "message" -> message = text(value, LONGEST_MESSAGE);
                case "trace" -> trace = text(value, LONGEST_TRACE);
                default -> {
                    return false;
                }
            }
            return true;
        }

        /** Writes what became of the job. */
        static void write(Failed failed, JsonGenerator out) throws IOException {
            out.writeStringField("state", States.word(failed.state()));
            JobWriter.writeTime("run_at", failed.state().ended() ? 0 : failed.dueAtMicros(), out);
        }

        private static @Nullable String text(StrictJson value, int longest) throws IOException {
            return value.text(text -> text.length() <= longest, "is longer than " + longest + " characters");
        }

        private static RetryChoice retry(StrictJson value) throws IOException {
            String text = value.text();
            if (text == null || text.equals("policy")) {
                return RetryChoice.POLICY;
            }
            if (text.equals("never")) {
                return RetryChoice.NEVER;
            }
            try {
                return RetryChoice.after(Math.min(MAX_DELAY_MICROS, Durations.parseMicros(text)));
            } catch (IllegalArgumentException e) {
                value.wrong("expected \"policy\", \"never\" or a duration such as \"5m\"");
                return RetryChoice.POLICY;
            }
        }

        @Override
        public @Nullable Problem check(FieldErrors errors, String pointer) {
            if (hasError && type == null) {
                errors.missing(pointer + "/error/type");
            }
            return null;
        }

        @Override
        public Command<Failed> command(JobRef job, Claim claim) {
            JobError error = type == null
                    ? null
                    : new JobError(type, message == null ? "" : message, trace == null ? "" : trace, 0);
            return Fail.with(job, claim, error, retry);
        }
    }

    /** The job is given back, and the attempt does not count. */
    final class Released implements WorkerReport {
        private @Nullable Long delayMicros;

        @Override
        public boolean field(String name, StrictJson value) throws IOException {
            if (!name.equals("delay")) {
                return false;
            }
            delayMicros = value.durationMicros(0, MAX_DELAY_MICROS);
            return true;
        }

        @Override
        public Command<?> command(JobRef job, Claim claim) {
            return new Release(job, claim, true, delayMicros == null ? 0 : delayMicros);
        }
    }
}
