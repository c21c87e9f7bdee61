package dev.reeve.engine.search;

import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobLabels;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.OptionalJobFields;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a text in the id, type, tags, error and payload of jobs. The letters A to Z match in either case. It counts the
 * bytes that it has read, because a payload takes longer than the other fields.
 */
final class TextMatch {
    private final byte[] wanted;
    /** The first byte as a capital letter, if it is a letter. */
    private final byte capital;

    private long readBytes;

    TextMatch(String text) {
        wanted = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = lower(wanted[i]);
        }
        capital = wanted.length == 0 ? 0 : upper(wanted[0]);
    }

    /** The bytes read since the last call. */
    long takeReadBytes() {
        long read = readBytes;
        readBytes = 0;
        return read;
    }

    boolean in(JobView job) {
        return in(job.id(), job.labels(), job.qless().optionalFields(), job.payload());
    }

    /** For a reader that may see all of the job. */
    boolean in(Job job, byte[] payload) {
        return in(job.id(), job.labels(), job.optionalFields(), payload);
    }

    private boolean in(JobId id, JobLabels labels, @Nullable OptionalJobFields fields, byte[] payload) {
        return in(id.toString()) || in(labels.klass()) || inTags(labels.tags()) || inFailure(fields) || in(payload);
    }

    private boolean inTags(List<String> tags) {
        for (String tag : tags) {
            if (in(tag)) {
                return true;
            }
        }
        return false;
    }

    private boolean inFailure(@Nullable OptionalJobFields fields) {
        Failure failure = fields == null ? null : fields.failure();
        return failure != null && (in(failure.group()) || in(failure.message()));
    }

    private boolean in(@Nullable String text) {
        return text != null && in(text.getBytes(StandardCharsets.UTF_8));
    }

    private boolean in(byte[] text) {
        readBytes += text.length;
        for (int start = 0; start + wanted.length <= text.length; start++) {
            boolean mayBegin = wanted.length == 0 || text[start] == wanted[0] || text[start] == capital;
            if (mayBegin && isAt(text, start)) {
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

    private static byte upper(byte letter) {
        return letter >= 'a' && letter <= 'z' ? (byte) (letter - ('a' - 'A')) : letter;
    }

    private static byte lower(byte letter) {
        return letter >= 'A' && letter <= 'Z' ? (byte) (letter + ('a' - 'A')) : letter;
    }
}
