package dev.reeve.campaign.history;

import dev.reeve.campaign.history.RecordedCall.Grant;
import dev.reeve.campaign.history.RecordedCall.Interval;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** One change to a right history that a broken server could cause. */
enum Falsification {
    /** An acknowledged call has had no effect: what was seen in the end is as if the job had never been there. */
    LOSE_JOB {
        @Override
        boolean apply(List<RecordedCall> calls, SplittableRandom random) {
            return replace(
                    calls,
                    random,
                    call -> call.kind() == CallKind.GET && call.showsLife() && wasAddedBefore(calls, call),
                    call -> call.withReply(CallReply.FINISHED));
        }
    },
    /** A read that does not know of a lease, or of its end. */
    STALE_READ {
        @Override
        boolean apply(List<RecordedCall> calls, SplittableRandom random) {
            return replace(
                    calls,
                    random,
                    call -> call.kind() == CallKind.GET && isCertain(calls, call),
                    call -> call.withReply(call.reply() == CallReply.WAITING ? CallReply.TAKEN : CallReply.WAITING));
        }
    },
    REPEAT_TOKEN {
        @Override
        boolean apply(List<RecordedCall> calls, SplittableRandom random) {
            List<RecordedCall> grants =
                    calls.stream().filter(RecordedCall::isGrant).toList();
            return replace(
                    calls,
                    random,
                    RecordedCall::isGrant,
                    call -> call.withGrant(new Grant(
                            call.grant().number(),
                            grants.stream()
                                    .map(RecordedCall::grant)
                                    .filter(other ->
                                            other.number() != call.grant().number())
                                    .findAny()
                                    .orElse(call.grant())
                                    .token(),
                            call.grant().nanos())));
        }
    },
    TOKEN_BACK {
        @Override
        boolean apply(List<RecordedCall> calls, SplittableRandom random) {
            return replace(
                    calls,
                    random,
                    call -> call.isGrant()
                            && calls.stream()
                                    .anyMatch(earlier -> earlier.isGrant()
                                            && earlier.interval().isBefore(call.interval())),
                    call -> call.withGrant(
                            new Grant(call.grant().number(), 1, call.grant().nanos())));
        }
    },
    SECOND_LEASE {
        @Override
        boolean apply(List<RecordedCall> calls, SplittableRandom random) {
            return append(calls, random, RecordedCall::isGrant, call -> grantAgain(call));
        }
    },
    UNDO_END {
        @Override
        boolean apply(List<RecordedCall> calls, SplittableRandom random) {
            return append(calls, random, call -> call.kind().endsJob() && call.isOk(), call -> grantAgain(call));
        }
    },
    EMPTY_REPLY {
        @Override
        boolean apply(List<RecordedCall> calls, SplittableRandom random) {
            return append(
                    calls,
                    random,
                    call -> call.kind() == CallKind.ADD && call.isOk() && isLeftAlone(calls, call),
                    call -> new RecordedCall(
                            CallKind.ACQUIRE,
                            call.queue(),
                            "",
                            Grant.NONE,
                            CallReply.EMPTY,
                            new Interval(call.to() + 1, call.to() + 2)));
        }
    },
    /** A report that was accepted though it came too late, or refused though it did not. */
    WRONG_VERDICT {
        @Override
        boolean apply(List<RecordedCall> calls, SplittableRandom random) {
            return replace(
                    calls,
                    random,
                    call -> call.kind() == CallKind.COMPLETE && !call.isUnknown(),
                    call -> call.withReply(call.isOk() ? CallReply.REFUSED : CallReply.OK));
        }
    };

    private static final long FRESH_TOKEN = 1_000_000;

    /** Changes the history. Returns false if there is no call to change. */
    abstract boolean apply(List<RecordedCall> calls, SplittableRandom random);

    private interface Change {
        RecordedCall of(RecordedCall call);
    }

    private static boolean replace(
            List<RecordedCall> calls, SplittableRandom random, Predicate<RecordedCall> which, Change change) {
        List<RecordedCall> fitting = calls.stream().filter(which).toList();
        if (fitting.isEmpty()) {
            return false;
        }
        RecordedCall chosen = fitting.get(random.nextInt(fitting.size()));
        calls.set(calls.indexOf(chosen), change.of(chosen));
        return true;
    }

    private static boolean append(
            List<RecordedCall> calls, SplittableRandom random, Predicate<RecordedCall> which, Change change) {
        List<RecordedCall> fitting = calls.stream().filter(which).toList();
        if (fitting.isEmpty()) {
            return false;
        }
        calls.add(change.of(fitting.get(random.nextInt(fitting.size()))));
        return true;
    }

    private static RecordedCall grantAgain(RecordedCall call) {
        return new RecordedCall(
                CallKind.ACQUIRE,
                call.queue(),
                call.job(),
                new Grant(FRESH_TOKEN, FRESH_TOKEN, RecordedCall.NEVER),
                CallReply.OK,
                new Interval(call.to() + 1, call.to() + 2));
    }

    private static boolean wasAddedBefore(List<RecordedCall> calls, RecordedCall look) {
        return calls.stream()
                .anyMatch(call -> call.kind() == CallKind.ADD
                        && call.isOk()
                        && call.job().equals(look.job())
                        && call.interval().isBefore(look.interval()));
    }

    /** Whether the look had one right answer: no call that may have changed the job is half known or at the same time. */
    private static boolean isCertain(List<RecordedCall> calls, RecordedCall look) {
        boolean isLive = look.reply() != CallReply.FINISHED;
        return calls.stream()
                .filter(call -> call.from() <= look.to() && call.mayHaveChanged())
                .noneMatch(call -> call.job().equals(look.job())
                        ? call.isUnknown() || call.to() >= look.from() || (isLive && mayLapse(call))
                        : isLive && call.job().isEmpty());
    }

    private static boolean mayLapse(RecordedCall call) {
        return call.grant().nanos() != RecordedCall.NEVER;
    }

    /** Whether nobody else asked for anything in the time of an empty reply that comes next. */
    private static boolean isLeftAlone(List<RecordedCall> calls, RecordedCall add) {
        return calls.stream()
                .noneMatch(call -> !call.equals(add)
                        && call.mayHaveChanged()
                        && (call.job().equals(add.job()) || call.isUnknown())
                        && call.from() <= add.to() + 2
                        && call.to() >= add.from());
    }
}
