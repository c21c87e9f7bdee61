package dev.reeve.server.door.qless;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.CommandGroup;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Calls that become one entry of the journal, and their replies one array. */
final class CommandGroupBuilder {
    private final List<CallPlan> calls = new ArrayList<>();
    private final List<CommandGroup.Step> steps = new ArrayList<>();
    private boolean changes;

    void add(CallPlan call) {
        calls.add(call);
        if (call instanceof CallPlan.Write<?> write) {
            changes = true;
            steps.add(new CommandGroup.Do(write.command()));
        } else if (call instanceof CallPlan.Read<?> read) {
            steps.add(new CommandGroup.Ask(read.query()));
        }
    }

    CallPlan together() {
        if (changes) {
            return new CallPlan.Write<>(new CommandGroup(steps), this::words, CallPlan.Words.AT_ONCE);
        }
        // Nothing to journal.
        return new CallPlan.Read<>(this::ask, this::replies, CallPlan.Words.AT_ONCE);
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

    private Resp words(Outcome<List<Outcome<?>>> outcome) {
        Rejection why = outcome.rejection();
        return why == null
                ? replies(outcome.reply())
                : RedisErrors.error("EXECABORT Transaction discarded because of: " + why(why));
    }

    private static String why(Rejection why) {
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
            replies.add(reply(call, next));
        }
        return new Resp.Array(replies);
    }

    private static Resp reply(CallPlan call, Iterator<Outcome<?>> outcomes) {
        if (call instanceof CallPlan.Write<?> write) {
            return write(write, outcomes.next());
        }
        if (call instanceof CallPlan.Read<?> read) {
            return read(read, outcomes.next());
        }
        return call instanceof CallPlan.Answered answered ? answered.reply() : ((CallPlan.Refused) call).error();
    }

    @SuppressWarnings("unchecked") // The outcome is that of the call's own command.
    private static <R> Resp write(CallPlan.Write<R> write, Outcome<?> outcome) {
        return write.inWords((Outcome<R>) outcome);
    }

    @SuppressWarnings("unchecked") // As above.
    private static <R> Resp read(CallPlan.Read<R> read, Outcome<?> outcome) {
        return read.inWords((R) outcome.reply());
    }
}
