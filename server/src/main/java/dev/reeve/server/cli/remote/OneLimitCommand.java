package dev.reeve.server.cli.remote;

import dev.reeve.server.UsageException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve limit show|keys|set|delete}: one limit by key. */
@Command(name = "limit", description = "Look at and change a limit.", mixinStandardHelpOptions = true)
final class OneLimitCommand implements Runnable {
    private static final String PATTERN = "A key, or the beginning of keys and an asterisk.";
    private static final Pattern RATE = Pattern.compile("([0-9]{1,9})/(.+)");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: show, keys, set or delete");
    }

    private static NamedThing limit(ServerOptions server, String pattern) {
        return NamedThing.of(server, "limits", pattern, "pattern");
    }

    @Command(description = "Show a limit.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "PATTERN", description = PATTERN) String pattern, @Mixin ServerOptions server) {
        return limit(server, pattern).show();
    }

    @Command(description = "List the keys of a limit, the busiest first.", mixinStandardHelpOptions = true)
    int keys(@Parameters(paramLabel = "PATTERN", description = PATTERN) String pattern, @Mixin ServerOptions server) {
        String path = limit(server, pattern).path() + "/keys";
        return server.run((reeve, printer) -> {
            printer.list(
                    Pages.of(() -> reeve.request("GET", path), "keys"),
                    "key",
                    "key",
                    "running",
                    "max_running",
                    "throttled",
                    "next_slot_at");
            return ExitCode.DONE;
        });
    }

    @Command(description = "Create or replace a limit.", mixinStandardHelpOptions = true)
    int set(
            @Parameters(paramLabel = "PATTERN", description = PATTERN) String pattern,
            @Option(names = "--max-running", paramLabel = "N", description = "So many jobs of a key at a time.")
                    @Nullable
                    Integer maxRunning,
            @Option(names = "--rate", paramLabel = "N/TIME", description = "So many starts in a time, as in 100/1m.")
                    @Nullable
                    String rate,
            @Option(names = "--burst", paramLabel = "N", description = "So many starts at once; default: 1.") @Nullable
                    Integer burst,
            @Option(names = "--ordered", description = "One at a time, in the order in which they were added.")
                    boolean ordered,
            @Mixin ServerOptions server) {
        if (burst != null && rate == null) {
            throw new UsageException("--burst needs --rate");
        }
        if (maxRunning == null && rate == null && !ordered) {
            throw new UsageException("--max-running, --rate or --ordered is needed");
        }
        JsonLine body = new JsonLine();
        if (maxRunning != null) {
            body.raw("max_running", maxRunning.toString());
        }
        if (rate != null) {
            body.raw("rate", rate(rate, burst));
        }
        if (ordered) {
            body.raw("ordered", "true");
        }
        return limit(server, pattern).put(body.toString());
    }

    private static String rate(String text, @Nullable Integer burst) {
        Matcher parts = RATE.matcher(text);
        if (!parts.matches()) {
            throw new UsageException("--rate must be a number and a time such as 100/1m, not \"" + text + "\"");
        }
        AddJobCommand.duration("the time of --rate", parts.group(2));
        JsonLine rate = new JsonLine().raw("count", parts.group(1)).text("per", parts.group(2));
        return (burst == null ? rate : rate.raw("burst", burst.toString())).toString();
    }

    @Command(description = "Delete a limit.", mixinStandardHelpOptions = true)
    int delete(@Parameters(paramLabel = "PATTERN", description = PATTERN) String pattern, @Mixin ServerOptions server) {
        return limit(server, pattern).delete("deleted " + pattern);
    }
}
