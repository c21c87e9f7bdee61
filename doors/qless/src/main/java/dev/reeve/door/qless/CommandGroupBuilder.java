package dev.reeve.door.qless;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.CommandGroup;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Combines the calls of a transaction into one journal entry, and their replies into one array. */
final class CommandGroupBuilder {
    private final List<CallPlan> calls = new ArrayList<>();
    private final List<CommandGroup.Step> steps = new ArrayList<>();
    private boolean hasWrites;

    void add(CallPlan call) {
        calls.add(call);
        if (call instanceof CallPlan.Write<?> write) {
            hasWrites = true;
            steps.add(new CommandGroup.Do(write.command()));
        } else if (call instanceof CallPlan.Read<?> read) {
            steps.add(new CommandGroup.Ask(read.query()));
        }
    }

    CallPlan build() {
        if (hasWrites) {
            return new CallPlan.Write<>(new CommandGroup(steps), this::encode, CallPlan.Encoding.IMMEDIATE);
        }
        // Only queries: nothing to journal.
        return new CallPlan.Read<>(this::ask, this::encode, CallPlan.Encoding.IMMEDIATE);
    }

    private List<Outcome<?>> ask(EngineView engine) {
        List<Outcome<?>> answers = new ArrayList<>(steps.size());
        for (CommandGroup.Step step : steps) {
            if (step instanceof CommandGroup.Ask one) {
                answers.add(Outcome.of(one.query().ask(engine)));
            }
        }
        return answers;
    }

    private Resp encode(Outcome<List<Outcome<?>>> outcome) {
        Rejection why = outcome.rejection();
        return why == null
                ? replies(outcome.reply())
                : RedisErrors.error("EXECABORT Transaction discarded because of: " + reason(why));
    }

    private static String reason(Rejection why) {
        return switch (why) {
            case OUT_OF_MEMORY -> "the room for jobs is used up";
            case OUT_OF_DISK -> "out of disk space";
            default -> why.name();
        };
    }

    private Resp replies(List<Outcome<?>> outcomes) {
        Iterator<Outcome<?>> next = outcomes.iterator();
        List<Resp> replies = new ArrayList<>(calls.size());
        for (CallPlan call : calls) {
            if (call instanceof CallPlan.EngineCall<?> engineCall) {
                replies.add(encode(engineCall, next.next()));
            } else if (call instanceof CallPlan.Answered answered) {
                replies.add(answered.reply());
            } else if (call instanceof CallPlan.Refused refused) {
                replies.add(refused.reply());
            }
        }
        return Resp.array(replies);
    }

    @SuppressWarnings("unchecked") // The outcome is that of the call's own command or query.
    private static <R> Resp encode(CallPlan.EngineCall<R> call, Outcome<?> outcome) {
        return call.encode((Outcome<R>) outcome);
    }
}
