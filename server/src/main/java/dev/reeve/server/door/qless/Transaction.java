package dev.reeve.server.door.qless;

import java.util.ArrayList;
import java.util.List;

/** The commands between MULTI and EXEC. */
final class Transaction {
    private static final int MOST_COMMANDS = 10_000;
    private static final int BYTES_A_WORD = 32;

    private final List<Queued> queued = new ArrayList<>();
    private final long mostBytes;
    private long heldBytes;
    private boolean spoiled;

    private record Queued(RedisCommand.Plain command, List<byte[]> words) {}

    Transaction(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** False if there is no room for it. */
    boolean add(RedisCommand.Plain command, List<byte[]> words) {
        long bytes = heldBytes;
        for (byte[] word : words) {
            bytes += word.length + BYTES_A_WORD;
        }
        if (spoiled) {
            // It will not be executed, so there is nothing to keep.
            return true;
        }
        if (queued.size() >= MOST_COMMANDS || bytes > mostBytes) {
            return false;
        }
        heldBytes = bytes;
        queued.add(new Queued(command, words));
        return true;
    }

    /** One of its commands was refused: it must not be executed. */
    void spoil() {
        spoiled = true;
        queued.clear();
        heldBytes = 0;
    }

    boolean isSpoiled() {
        return spoiled;
    }

    long heldBytes() {
        return heldBytes;
    }

    /** What its commands come to, for one journal entry. */
    CallPlan parse(RedisConnection client) {
        CommandGroupBuilder steps = new CommandGroupBuilder();
        queued.forEach(one -> steps.add(one.command.parse(client, one.words)));
        return steps.together();
    }
}
