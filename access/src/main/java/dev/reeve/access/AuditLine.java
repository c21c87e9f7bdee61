package dev.reeve.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.Command;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.DropLimit;
import dev.reeve.engine.command.DropWebhook;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.PauseSchedule;
import dev.reeve.engine.command.PutWebhook;
import dev.reeve.engine.command.SetLimit;
import dev.reeve.engine.command.TestWebhook;
import dev.reeve.node.BulkChange;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of the audit log.
 *
 * @param event what happened: change, refused, login or login-failed
 * @param who the identity, or the name that a failed login gave; null if it gave none
 * @param role null for a failed login
 * @param action the command, in words of the engine; null for a login
 * @param targets the queues and jobs that the command names, the first ones
 * @param right the right that was missing; null unless refused
 * @param bulk for a change of many jobs, which and how many; null for others
 */
record AuditLine(
        String event,
        @Nullable String who,
        @Nullable Role role,
        String door,
        InetAddress address,
        @Nullable String action,
        List<String> targets,
        @Nullable String right,
        @Nullable Bulk bulk) {
    /**
     * Many jobs.
     *
     * @param count how many were changed; null if that is not known
     */
    record Bulk(String filter, @Nullable Integer count) {}

    private static final JsonFactory JSON = new JsonFactory();
    private static final int MOST_TARGETS = 10;
    private static final int LONGEST_TARGET = 300;

    static AuditLine login(Caller caller) {
        return of("login", caller, null, List.of(), null);
    }

    static AuditLine failedLogin(String door, InetAddress address, @Nullable String name) {
        return new AuditLine("login-failed", name, null, door, address, null, List.of(), null, null);
    }

    static AuditLine change(Caller caller, Command<?> command) {
        return of("change", caller, action(command), targets(command), null);
    }

    /** A change of something that is no job or queue. */
    static AuditLine change(Caller caller, String action, String target) {
        return of("change", caller, action, List.of(shortened(target)), null);
    }

    /** A change of many jobs. */
    static AuditLine bulk(Caller caller, BulkChange change, @Nullable Integer count) {
        AuditLine line = of("change", caller, action(change), targets(change), null);
        return new AuditLine(
                line.event,
                line.who,
                line.role,
                line.door,
                line.address,
                line.action,
                line.targets,
                null,
                new Bulk(FilterText.of(change.filter()), count));
    }

    static String action(BulkChange change) {
        return "bulk " + change.action().kind().word();
    }

    static List<String> targets(BulkChange change) {
        String target = change.action().queue();
        return target == null ? List.of() : List.of("queue " + shortened(target));
    }

    static AuditLine refused(Caller caller, Command<?> command, Access.@Nullable Refusal refusal) {
        return of("refused", caller, action(command), targets(command), right(refusal));
    }

    static AuditLine refused(Caller caller, String action, List<String> targets, Right right) {
        return of("refused", caller, action, targets, right.word());
    }

    static AuditLine refused(Caller caller, String action, List<String> targets, Access.Refusal refusal) {
        return of("refused", caller, action, targets, right(refusal));
    }

    private static AuditLine of(
            String event, Caller caller, @Nullable String action, List<String> targets, @Nullable String right) {
        Identity who = caller.identity();
        return new AuditLine(
                event, who.toString(), who.role(), caller.door(), caller.address(), action, targets, right, null);
    }

    private static @Nullable String right(Access.@Nullable Refusal refusal) {
        if (refusal == null) {
            return null;
        }
        return refusal.right().word() + (refusal.queue() == null ? "" : " " + shortened(refusal.queue()));
    }

    static String action(Command<?> command) {
        if (command instanceof CommandGroup group) {
            List<String> parts = new ArrayList<>();
            for (CommandGroup.Step step : group.steps()) {
                if (step instanceof CommandGroup.Do one && parts.size() < MOST_TARGETS) {
                    parts.add(action(one.command()));
                }
            }
            return String.join(", ", parts);
        }
        // One command pauses and resumes, but an operator does one or the other.
        if (command instanceof Pause pause && !pause.paused()) {
            return "resume";
        }
        if (command instanceof PauseSchedule pause && !pause.paused()) {
            return "resume schedule";
        }
        return command.type().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static List<String> targets(Command<?> command) {
        List<String> targets = new ArrayList<>();
        command.queues().stream().limit(MOST_TARGETS).forEach(queue -> targets.add("queue " + shortened(queue)));
        command.jobs().stream().limit(MOST_TARGETS).forEach(job -> targets.add("job " + shortened(job.toString())));
        command.batches().stream().limit(MOST_TARGETS).forEach(batch -> targets.add("batch " + shortened(batch)));
        command.recurringJobs().stream()
                .limit(MOST_TARGETS)
                .forEach(job -> targets.add("recurring job " + shortened(job.toString())));
        command.schedules().stream()
                .limit(MOST_TARGETS)
                .forEach(schedule -> targets.add("schedule " + shortened(schedule)));
        String webhook = webhook(command);
        if (webhook != null) {
            targets.add("webhook " + shortened(webhook));
        }
        if (command instanceof SetLimit set) {
            targets.add("limit " + shortened(set.pattern()));
        } else if (command instanceof DropLimit drop) {
            targets.add("limit " + shortened(drop.pattern()));
        }
        return targets;
    }

    private static @Nullable String webhook(Command<?> command) {
        if (command instanceof PutWebhook put) {
            return put.webhook().name();
        } else if (command instanceof DropWebhook drop) {
            return drop.name();
        }
        return command instanceof TestWebhook test ? test.name() : null;
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_TARGET ? text : text.substring(0, LONGEST_TARGET) + "…";
    }

    String json(Instant time) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("time", time.toString());
            out.writeStringField("event", event);
            writeIfKnown(out, "identity", who);
            writeIfKnown(out, "role", role == null ? null : role.word());
            out.writeStringField("address", address.getHostAddress());
            out.writeStringField("door", door);
            writeIfKnown(out, "action", action);
            if (!targets.isEmpty()) {
                out.writeArrayFieldStart("targets");
                for (String target : targets) {
                    out.writeString(target);
                }
                out.writeEndArray();
            }
            writeIfKnown(out, "right", right);
            if (bulk != null) {
                out.writeStringField("filter", bulk.filter);
                if (bulk.count != null) {
                    out.writeNumberField("count", bulk.count);
                }
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void writeIfKnown(JsonGenerator out, String name, @Nullable String value) throws IOException {
        if (value != null) {
            out.writeStringField(name, shortened(value));
        }
    }
}
