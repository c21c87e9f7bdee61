package dev.reeve.door.qless;

import java.util.ArrayList;
import java.util.List;

/** The queued commands between MULTI and EXEC. */
final class Transaction {
    private static final int MOST_COMMANDS = 10_000;
    private static final int WORD_OVERHEAD_BYTES = 32;

    private final List<Queued> queued = new ArrayList<>();
    private final long mostBytes;
    private long heldBytes;
    private boolean aborted;

    private record Queued(RedisCommand.Plain command, List<byte[]> words) {}

    Transaction(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Queues a command; false if the transaction is too large. */
    boolean add(RedisCommand.Plain command, List<byte[]> words) {
        long bytes = heldBytes;
        for (byte[] word : words) {
            bytes += word.length + WORD_OVERHEAD_BYTES;
        }
        if (aborted) {
            // The transaction will not be executed, so the command is not stored.
            return true;
        }
        if (queued.size() >= MOST_COMMANDS || bytes > mostBytes) {
            return false;
        }
        heldBytes = bytes;
        queued.add(new Queued(command, words));
        return true;
    }

    /** Marks the transaction as failed after a refused command. EXEC then returns an error. */
    void abort() {
        aborted = true;
        queued.clear();
        heldBytes = 0;
    }

    boolean isAborted() {
        return aborted;
    }

    long heldBytes() {
        return heldBytes;
    }

    /** Parses all commands into one plan, for one journal entry. */
    CallPlan parse(RedisConnection client) {
        CommandGroupBuilder steps = new CommandGroupBuilder();
        queued.forEach(one -> steps.add(one.command.parse(client, one.words)));
        return steps.build();
    }
}
