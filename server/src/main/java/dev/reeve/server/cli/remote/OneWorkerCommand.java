package dev.reeve.server.cli.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve worker quiet}: one worker. */
@Command(name = "worker", description = "Change a worker.", mixinStandardHelpOptions = true)
final class OneWorkerCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: quiet");
    }

    @Command(description = "Give a worker no more jobs.", mixinStandardHelpOptions = true)
    int quiet(
            @Parameters(paramLabel = "NAME", description = "The worker.") String name,
            @Option(names = "--off", description = "Give it jobs again.") boolean off,
            @Mixin ServerOptions server) {
        return server.run((reeve, printer) -> {
            reeve.request("POST", NamedThing.of(server, "workers", name, "name").path() + "/quiet")
                    .body("{\"quiet\":" + !off + "}")
                    .send();
            printer.say(name + (off ? " gets jobs again" : " is quiet"));
            return ExitCode.DONE;
        });
    }
}
