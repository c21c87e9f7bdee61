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
 *
 * <p>Invariant: the time is in proportion to the bytes that are read, whatever the text and the bytes are.
 */
final class TextMatch {
    private final byte[] wanted;
    /** For each beginning of the text: the length of the longest shorter one with which it ends. */
    private final int[] borders;
    /** The first byte as a capital letter, if it is a letter. */
    private final byte capital;

    private long readBytes;

    /** A search in one array, which can be interrupted. */
    static final class Scan {
        private final byte[] bytes;
        private int at;
        private int matched;
        private boolean found;

        Scan(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Whether the text was found. */
        boolean found() {
            return found;
        }
    }

    TextMatch(String text) {
        wanted = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = lower(wanted[i]);
        }
        capital = wanted.length == 0 ? 0 : upper(wanted[0]);
        borders = new int[wanted.length + 1];
        for (int i = 1; i < wanted.length; i++) {
            borders[i + 1] = longer(borders[i], wanted[i]);
        }
    }

    /** How much of the text there is after one more byte. */
    private int longer(int before, byte next) {
        int length = before;
        while (length > 0 && wanted[length] != next) {
            length = borders[length];
        }
        return wanted[length] == next ? length + 1 : 0;
    }

    /** The bytes read since the last call. */
    long takeReadBytes() {
        long read = readBytes;
        readBytes = 0;
        return read;
    }

    /** Whether the text is in one of the fields besides the payload. */
    boolean inFields(JobView job) {
        return in(job.id(), job.labels(), job.qless().optionalFields());
    }

    /** As {@link #inFields(JobView)}, for a reader that may see all of the job. */
    boolean inFields(Job job) {
        return in(job.id(), job.labels(), job.optionalFields());
    }

    private boolean in(JobId id, JobLabels labels, @Nullable OptionalJobFields fields) {
        return in(id.toString()) || in(labels.klass()) || inTags(labels.tags()) || inFailure(fields);
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
        if (text == null) {
            return false;
        }
        Scan scan = new Scan(text.getBytes(StandardCharsets.UTF_8));
        return scan(scan, Integer.MAX_VALUE) && scan.found;
    }

    /** Reads the next bytes. Returns whether it is known now if the text is there. */
    boolean scan(Scan scan, int mostBytes) {
        byte[] bytes = scan.bytes;
        int begin = scan.at;
        int end = Math.min(bytes.length - begin, mostBytes) + begin;
        int at = begin;
        int matched = scan.matched;
        while (at < end && matched < wanted.length) {
            byte next = bytes[at++];
            if (matched > 0) {
                matched = longer(matched, lower(next));
            } else if (next == wanted[0] || next == capital) {
                matched = 1;
            }
        }
        readBytes += at - begin;
        scan.at = at;
        scan.matched = matched;
        scan.found = matched == wanted.length;
        return scan.found || at == bytes.length;
    }

    private static byte upper(byte letter) {
        return letter >= 'a' && letter <= 'z' ? (byte) (letter - ('a' - 'A')) : letter;
    }

    private static byte lower(byte letter) {
        return letter >= 'A' && letter <= 'Z' ? (byte) (letter + ('a' - 'A')) : letter;
    }
}
