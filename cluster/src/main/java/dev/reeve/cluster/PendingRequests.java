package dev.reeve.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the callers of one node wait for, in order: commands until the log has them, and looks. A look runs behind the commands
 * before it: as soon as it is confirmed, or just before a later command of this node, whose place in the log proves as much.
 */
final class PendingRequests {
    private interface Step {}

    /** A command of this node. */
    private static final class Command implements Step {
        final long number;
        final byte[] bytes;
        final Replica.Submission submission;
        boolean wasSent;

        Command(long number, byte[] bytes, Replica.Submission submission) {
            this.number = number;
            this.bytes = bytes;
            this.submission = submission;
        }
    }

    private record Look(
            long number, Runnable task, @Nullable Runnable refused) implements Step {}

    private final Deque<Step> steps = new ArrayDeque<>();
    private final Deque<Command> unsent = new ArrayDeque<>();
    private int waitingLooks;
    private long lastCommand;
    private long lastLook;
    private long confirmedLook;
    private long ended;
    private long resent;

    void add(byte[] command, Replica.Submission submission) {
        Command added = new Command(++lastCommand, command, submission);
        steps.add(added);
        unsent.add(added);
    }

    /** @param refused runs when the look is given up; null if it is not to be given up */
    void add(Runnable look, @Nullable Runnable refused) {
        steps.add(new Look(++lastLook, look, refused));
        waitingLooks++;
    }

    /** The number of requests that have ended. */
    long ended() {
        return ended;
    }

    /** How often a command was sent again. */
    long resent() {
        return resent;
    }

    /** The number of the last look; 0 if there never was one. */
    long lastLook() {
        return lastLook;
    }

    /** Whether there is a look that nobody has confirmed. */
    boolean hasUnconfirmed() {
        return waitingLooks > 0 && lastLook > confirmedLook;
    }

    /** All looks up to this one may see the state. */
    void confirm(long look) {
        confirmedLook = Math.max(confirmedLook, look);
        while (steps.peek() instanceof Look next && next.number <= confirmedLook) {
            steps.remove();
            run(next);
        }
    }

    private void run(Look look) {
        waitingLooks--;
        ended++;
        look.task.run();
    }

    /** The commands that were not sent yet, or not since {@link #sendAgain}, up to this size, but at least one; null if none. */
    @Nullable
    Forward takeUnsent(long epoch, long origin, int mostBytes) {
        Command first = unsent.peek();
        if (first == null) {
            return null;
        }
        List<byte[]> commands = new ArrayList<>();
        int bytes = 0;
        for (Command next = first; next != null; next = unsent.peek()) {
            if (!commands.isEmpty() && bytes + next.bytes.length > mostBytes) {
                break;
            }
            commands.add(next.bytes);
            bytes += next.bytes.length;
            next.wasSent = true;
            unsent.remove();
        }
        return new Forward(epoch, origin, first.number, commands);
    }

    /** Nothing is known of what was sent. */
    void sendAgain() {
        unsent.clear();
        for (Step step : steps) {
            if (step instanceof Command command) {
                unsent.add(command);
                resent += command.wasSent ? 1 : 0;
            }
        }
    }

    /** The log has this command: it is the first one that waits. */
    void applied(long number, long atMicros, long seed) {
        Step step = steps.poll();
        while (step instanceof Look look) {
            run(look);
            step = steps.poll();
        }
        if (!(step instanceof Command command) || command.number != number) {
            throw new IllegalStateException(
                    "the log has command " + number + " of this node, which does not wait for it");
        }
        ended++;
        command.submission.applied(atMicros, seed);
        confirm(confirmedLook);
    }

    /** Commands up to this number took effect elsewhere, in a snapshot. */
    void passed(long number) {
        List<Command> ended = new ArrayList<>();
        steps.removeIf(step -> step instanceof Command command && command.number <= number && ended.add(command));
        unsent.removeIf(ended::contains);
        ended.forEach(command -> command.submission.unknown());
        confirm(confirmedLook);
    }

    /**
     * Ends what waits, but for those who wait for as long as it takes. A command that was never sent is taken back, and the ones
     * behind it get its number: they were not sent either. A command that was sent keeps its place, because the log may have it.
     */
    void giveUp() {
        List<Runnable> ends = new ArrayList<>();
        List<Step> kept = new ArrayList<>();
        lastCommand -= steps.stream()
                .filter(step -> step instanceof Command command && !command.wasSent)
                .count();
        for (Step step : steps) {
            if (step instanceof Look look && look.refused != null) {
                waitingLooks--;
                ends.add(look.refused);
            } else if (!(step instanceof Command command)) {
                kept.add(step);
            } else if (command.wasSent) {
                kept.add(step);
                ends.add(command.submission::givenUp);
            } else if (command.submission.mayWait()) {
                kept.add(new Command(++lastCommand, command.bytes, command.submission));
            } else {
                ends.add(command.submission::refused);
            }
        }
        steps.clear();
        steps.addAll(kept);
        sendAgain();
        // Those who are told may hand in the next request.
        ends.forEach(Runnable::run);
        confirm(confirmedLook);
    }

    boolean isEmpty() {
        return steps.isEmpty();
    }
}
