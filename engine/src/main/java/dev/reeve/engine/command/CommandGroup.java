package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.engine.RefusedQueryException;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Several commands and queries in one entry, without other commands between them. A rejection neither stops nor undoes
 * the group. Returns the outcome of every step.
 */
public record CommandGroup(List<Step> steps) implements Command<List<Outcome<?>>> {
    /** A command, or a query that is evaluated at its position; queries are not journalled. */
    public sealed interface Step {}

    public record Do(Command<?> command) implements Step {
        public Do {
            if (command instanceof CommandGroup) {
                throw new IllegalArgumentException("expected a single command, but got a group");
            }
        }
    }

    public record Ask(Query<?> query) implements Step {}

    public CommandGroup {
        steps = List.copyOf(steps);
    }

    @Override
    public CommandType type() {
        return CommandType.COMMAND_GROUP;
    }

    @Override
    public int sinceVersion() {
        int version = type().sinceVersion();
        for (Step step : steps) {
            version = step instanceof Do one ? Math.max(version, one.command().sinceVersion()) : version;
        }
        return version;
    }

    @Override
    public long growthBytes() {
        long bytes = 0;
        for (Step step : steps) {
            bytes += step instanceof Do one ? one.command().growthBytes() : 0;
        }
        return bytes;
    }

    @Override
    public long growthBytes(EngineState state) {
        long bytes = 0;
        for (Step step : steps) {
            bytes += step instanceof Do one ? one.command().growthBytes(state) : 0;
        }
        return bytes;
    }

    @Override
    public long ledgerBytes(EngineState state) {
        long bytes = 0;
        for (Step step : steps) {
            bytes += step instanceof Do one ? one.command().ledgerBytes(state) : 0;
        }
        return bytes;
    }

    @Override
    public int mostChanged() {
        int most = 0;
        for (Step step : steps) {
            most += step instanceof Do one ? one.command().mostChanged() : 0;
        }
        return most;
    }

    @Override
    public boolean usesReserve() {
        return steps.stream()
                .allMatch(step -> !(step instanceof Do one)
                        || one.command().growthBytes() == 0
                        || one.command().usesReserve());
    }

    @Override
    public List<String> queues() {
        return steps.stream()
                .flatMap(step -> step instanceof Do one ? one.command().queues().stream() : Stream.empty())
                .distinct()
                .toList();
    }

    @Override
    public List<JobRef> lookups() {
        return steps.stream()
                .flatMap(step -> step instanceof Do one ? one.command().lookups().stream() : Stream.empty())
                .toList();
    }

    @Override
    public List<JobRef> jobs() {
        return steps.stream()
                .flatMap(step -> step instanceof Do one ? one.command().jobs().stream() : Stream.empty())
                .distinct()
                .toList();
    }

    @Override
    public List<String> batches() {
        return steps.stream()
                .flatMap(step -> step instanceof Do one ? one.command().batches().stream() : Stream.empty())
                .distinct()
                .toList();
    }

    @Override
    public List<JobId> recurringJobs() {
        return steps.stream()
                .flatMap(step -> step instanceof Do one ? one.command().recurringJobs().stream() : Stream.empty())
                .distinct()
                .toList();
    }

    @Override
    public List<String> schedules() {
        return steps.stream()
                .flatMap(step -> step instanceof Do one ? one.command().schedules().stream() : Stream.empty())
                .distinct()
                .toList();
    }

    @Override
    public Outcome<List<Outcome<?>>> apply(EngineState state) {
        List<Outcome<?>> outcomes = new ArrayList<>(steps.size());
        for (Step step : steps) {
            if (step instanceof Do one) {
                outcomes.add(one.command().apply(state));
            } else if (step instanceof Ask ask) {
                outcomes.add(ask(ask.query(), new Engine(state)));
            }
        }
        return Outcome.of(outcomes);
    }

    /** A query changes nothing and is not journalled, so a refused one has no effect on the state. */
    private static Outcome<?> ask(Query<?> query, Engine engine) {
        try {
            return Outcome.of(query.ask(engine));
        } catch (RefusedQueryException e) {
            return e.outcome();
        }
    }

    @Override
    public void write(ByteSink out) {
        List<Command<?>> commands = new ArrayList<>(steps.size());
        for (Step step : steps) {
            if (step instanceof Do one) {
                commands.add(one.command());
            }
        }
        out.putVarLong(commands.size());
        for (Command<?> command : commands) {
            out.putByte(command.type().code());
            command.write(out);
        }
    }

    public static CommandGroup read(ByteSource in) {
        int count = in.getCount(in.remaining());
        List<Step> steps = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int code = in.getByte();
            CommandType type = CommandType.ofCode(code);
            if (type == null || type == CommandType.COMMAND_GROUP) {
                throw new FormatException("command " + code + " is not known inside a group");
            }
            steps.add(new Do(type.read(in)));
        }
        return new CommandGroup(steps);
    }
}
