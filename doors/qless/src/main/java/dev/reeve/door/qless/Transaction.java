package dev.reeve.door.qless;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.CommandGroup;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The queued commands between MULTI and EXEC. */
final class Transaction {
    private static final int MOST_COMMANDS = 1000;
    private static final int WORD_OVERHEAD_BYTES = 32;

    /** How many jobs, queues or keys all long queries of a transaction may look at: nobody else is served meanwhile. */
    private static final int MOST_LOOKED_AT = 1_000;

    private static final Resp TOO_MUCH =
            new Resp.Error("ERR that is more than a transaction may read; read it outside the transaction");

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

    /** Parses all commands into one plan: one journal entry, and an array of the replies. */
    CallPlan parse(RedisConnection client) {
        List<CallPlan> calls = queued.stream()
                .map(one -> one.command.parse(client, one.words))
                .map(call -> call instanceof CallPlan.Repeated repeated ? repeated.first() : call)
                .toList();
        List<CommandGroup.Step> steps = new ArrayList<>();
        boolean hasWrites = false;
        Allowance allowance = new Allowance();
        for (CallPlan call : calls) {
            if (call instanceof CallPlan.LongRead<?> read) {
                // The command before it only cleans up, and the query does not depend on it.
                steps.add(new CommandGroup.Ask(allowance.query(read)));
            } else if (call instanceof CallPlan.Write<?> write) {
                hasWrites = true;
                steps.add(new CommandGroup.Do(write.command()));
            } else if (call instanceof CallPlan.Read<?> read) {
                steps.add(new CommandGroup.Ask(allowance.query(read)));
            }
        }
        if (hasWrites) {
            return new CallPlan.Write<>(
                    new CommandGroup(steps), outcome -> encode(calls, outcome), CallPlan.Encoding.IMMEDIATE);
        }
        // Only queries: nothing to journal.
        return new CallPlan.Read<>(
                engine -> ask(steps, engine), outcome -> encode(calls, outcome), CallPlan.Encoding.IMMEDIATE);
    }

    /** What the queries of one transaction may still look at. The last one may look at more. */
    private static final class Allowance {
        private long left = MOST_LOOKED_AT;

        <R> Query<Object> query(CallPlan.LongRead<R> read) {
            return engine -> {
                CallPlan.CountedQuery<R> query = read.query().get();
                R result = null;
                long before = 0;
                while (result == null && left > 0) {
                    result = query.step(engine);
                    left -= query.lookedAt() - before;
                    before = query.lookedAt();
                }
                return result == null ? TOO_MUCH : result;
            };
        }

        <R> Query<Object> query(CallPlan.Read<R> read) {
            return engine -> {
                if (left <= 0) {
                    return TOO_MUCH;
                }
                R result = read.query().ask(engine);
                left -= ReplySize.items(result);
                return result;
            };
        }
    }

    private static List<Outcome<?>> ask(List<CommandGroup.Step> steps, EngineView engine) {
        List<Outcome<?>> answers = new ArrayList<>(steps.size());
        for (CommandGroup.Step step : steps) {
            if (step instanceof CommandGroup.Ask one) {
                answers.add(Outcome.of(one.query().ask(engine)));
            }
        }
        return answers;
    }

    private static Resp encode(List<CallPlan> calls, Outcome<List<Outcome<?>>> outcome) {
        Rejection why = outcome.rejection();
        if (why != null) {
            return RedisErrors.error("EXECABORT Transaction discarded because of: " + reason(why));
        }
        Iterator<Outcome<?>> next = outcome.reply().iterator();
        List<Resp> replies = new ArrayList<>(calls.size());
        for (CallPlan call : calls) {
            if (call instanceof CallPlan.EngineCall<?> engineCall) {
                replies.add(encode(engineCall, next.next()));
            } else if (call instanceof CallPlan.Answered answered) {
                replies.add(answered.reply());
            }
        }
        return Resp.array(replies);
    }

    @SuppressWarnings("unchecked") // The outcome is that of the call's own command or query.
    private static <R> Resp encode(CallPlan.EngineCall<R> call, Outcome<?> outcome) {
        if (outcome.rejection() == Rejection.NOT_ALLOWED) {
            return RedisErrors.NOT_ALLOWED;
        }
        boolean tooMuch = outcome.rejection() == null && outcome.reply() == TOO_MUCH;
        return tooMuch ? TOO_MUCH : call.encode((Outcome<R>) outcome);
    }

    private static String reason(Rejection why) {
        return switch (why) {
            case OUT_OF_MEMORY -> "the room for jobs is used up";
            case OUT_OF_DISK -> "out of disk space";
            case JOURNAL_FAULT -> "the journal cannot be extended";
            default -> why.name();
        };
    }
}
