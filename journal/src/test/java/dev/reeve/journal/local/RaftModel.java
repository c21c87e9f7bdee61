package dev.reeve.journal.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reeve.journal.JournalListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a replicated log must hold: the plainest form of entries and vote, which judges the real one. */
record RaftModel(long first, List<String> entries, RaftVote vote) {
    static final RaftModel EMPTY = new RaftModel(1, List.of(), RaftVote.NONE);

    RaftModel {
        entries = List.copyOf(entries);
    }

    long last() {
        return first + entries.size() - 1;
    }

    RaftModel append(List<RaftEntry> added) {
        List<String> all = new ArrayList<>(entries);
        added.forEach(entry -> all.add(text(entry)));
        return new RaftModel(first, all, vote);
    }

    RaftModel cutSuffix(long lastKept) {
        return lastKept >= last() ? this : new RaftModel(first, entries.subList(0, (int) (lastKept - first + 1)), vote);
    }

    RaftModel cutPrefix(long firstKept) {
        if (firstKept <= first) {
            return this;
        }
        boolean all = firstKept > last();
        return new RaftModel(
                firstKept, all ? List.of() : entries.subList((int) (firstKept - first), entries.size()), vote);
    }

    RaftModel reset(long next) {
        return new RaftModel(next, List.of(), vote);
    }

    RaftModel voted(RaftVote next) {
        return new RaftModel(first, entries, next);
    }

    /** Everything that a log says of itself. */
    static RaftModel of(RaftLog log) throws IOException {
        List<String> entries = new ArrayList<>();
        List<Long> members = new ArrayList<>();
        for (long index = log.first(); index <= log.last(); index++) {
            RaftEntry entry = log.entry(index);
            if (entry == null || entry.index() != index || entry.term() != log.term(index)) {
                throw new AssertionError("entry " + index + " is " + entry + ", its term " + log.term(index));
            }
            entries.add(text(entry));
            if (entry.type() == RaftEntry.Type.MEMBERS) {
                members.add(index);
            }
        }
        if (log.entry(log.first() - 1) != null || log.entry(log.last() + 1) != null || log.term(log.last() + 1) != 0) {
            throw new AssertionError("an entry outside of the log");
        }
        List<Long> named = Arrays.stream(log.members()).boxed().toList();
        if (!named.equals(members)) {
            throw new AssertionError("members in " + members + ", but the log names " + named);
        }
        return new RaftModel(log.first(), entries, log.vote());
    }

    private static String text(RaftEntry entry) {
        return entry.term() + " " + entry.type() + " " + new String(entry.bytes(), UTF_8);
    }

    static RaftEntry entry(long index, long term, String text) {
        return new RaftEntry(index, term, RaftEntry.Type.DATA, text.getBytes(UTF_8));
    }

    /** Counts failures, and nothing else. */
    static final class Failures implements JournalListener {
        final List<String> messages = new ArrayList<>();

        @Override
        public void advanced() {}

        @Override
        public void failed(String message, Throwable cause) {
            messages.add(message + ": " + cause.getMessage());
        }
    }
}
