package dev.reeve.engine.search;

import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.OptionalJobFields;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds a text in the id, type, tags, error and payload of jobs. The letters A to Z match in either case. It counts the
 * bytes that it has read, because a payload takes longer than the other fields.
 */
final class TextMatch {
    private final byte[] wanted;
    private long readBytes;

    TextMatch(String text) {
        wanted = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = lower(wanted[i]);
        }
    }

    /** The bytes read since the last call. */
    long takeReadBytes() {
        long read = readBytes;
        readBytes = 0;
        return read;
    }

    boolean in(JobView job) {
        return in(job.id().toString())
                || in(job.labels().klass())
                || job.labels().tags().stream().anyMatch(this::in)
                || inFailure(job)
                || in(job.payload());
    }

    private boolean inFailure(JobView job) {
        OptionalJobFields fields = job.qless().optionalFields();
        Failure failure = fields == null ? null : fields.failure();
        return failure != null && (in(failure.group()) || in(failure.message()));
    }

    private boolean in(@Nullable String text) {
        return text != null && in(text.getBytes(StandardCharsets.UTF_8));
    }

    private boolean in(byte[] text) {
        readBytes += text.length;
        for (int start = 0; start + wanted.length <= text.length; start++) {
            if (isAt(text, start)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(byte[] text, int start) {
        for (int i = 0; i < wanted.length; i++) {
            if (lower(text[start + i]) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte lower(byte letter) {
        return letter >= 'A' && letter <= 'Z' ? (byte) (letter + ('a' - 'A')) : letter;
    }
}
