package dev.reeve.server.cli;

import dev.reeve.server.StartException;
import dev.reeve.server.cli.remote.RemoteCommands;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of the command line. It only has subcommands. */
@Command(
        name = "reeve",
        description =
                "A job queue server. A job is kept until it is finished, deleted, or past a TTL that was given for it.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class,
        footer = {
            "",
            "From a checkout, ./reeve bench measures the speed of a running server under load,",
            "./reeve test builds everything and runs all tests,",
            "and ./reeve campaign runs one of the crash and load tests at length."
        })
public final class ReeveCommand implements Runnable {
    private static final List<String> NAMES = Stream.concat(
                    Stream.of("serve", "config", "token", "user", "journal", "restore", "demo", "completion"),
                    RemoteCommands.names().stream())
            .toList();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private ReeveCommand() {}

    /** The command line with all subcommands. */
    public static CommandLine commandLine() {
        return commandLine(NAMES);
    }

    /** Runs the arguments. Only the subcommand that they begin with is built: all of them take a fifth of the time of a start. */
    public static int execute(String... arguments) {
        return commandLineFor(arguments).execute(arguments);
    }

    /** As above, with other places for what is printed. */
    public static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        return commandLineFor(arguments).setOut(out).setErr(err).execute(arguments);
    }

    private static CommandLine commandLineFor(String... arguments) {
        boolean isNamed = arguments.length > 0 && NAMES.contains(arguments[0]);
        return commandLine(isNamed ? List.of(arguments[0]) : NAMES);
    }

    private static CommandLine commandLine(List<String> names) {
        ErrorLine errors = new ErrorLine(StartException.class);
        CommandLine line = new CommandLine(new ReeveCommand());
        names.forEach(name -> line.addSubcommand(subcommand(name)));
        // In reeve add, @FILE is a payload.
        line.setExpandAtFiles(false).setCaseInsensitiveEnumValuesAllowed(true);
        return line.setParameterExceptionHandler(errors).setExecutionExceptionHandler(errors);
    }

    private static Object subcommand(String name) {
        return switch (name) {
            case "serve" -> new ServeCommand();
            case "config" -> new ConfigCommand();
            case "token" -> new TokenCommand();
            case "user" -> new UserCommand();
            case "journal" -> new JournalCommand();
            case "restore" -> new RestoreCommand();
            case "demo" -> new DemoCommand();
            case "completion" -> new CompletionCommand();
            // What needs no server is not in the package of the commands for one.
            case "cluster" ->
                new CommandLine(RemoteCommands.command(name))
                        .addSubcommand(new ClusterInitCommand())
                        .addSubcommand(new ClusterSkipCommand())
                        .addSubcommand(new ClusterResetCommand());
            default -> RemoteCommands.command(name);
        };
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand, such as serve, add or jobs");
    }
}
