package dev.reeve.server.cli;

import dev.reeve.server.StartException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of the command line. It only has subcommands. */
@Command(
        name = "reeve",
        description = "A job queue server: no accepted job is ever lost.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class,
        subcommands = {
            ServeCommand.class,
            ConfigCommand.class,
            TokenCommand.class,
            UserCommand.class,
            JournalCommand.class
        },
        footer = {
            "",
            "From a checkout, ./reeve bench measures the speed of a running server under load,",
            "./reeve test builds everything and runs all tests,",
            "and ./reeve campaign runs one of the crash and load tests at length."
        })
public final class ReeveCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    private ReeveCommand() {}

    public static CommandLine commandLine() {
        ErrorLine errors = new ErrorLine(StartException.class);
        return new CommandLine(new ReeveCommand())
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: serve, config, token, user or journal");
    }
}
