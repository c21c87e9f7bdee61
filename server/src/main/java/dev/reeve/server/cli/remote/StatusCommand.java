package dev.reeve.server.cli.remote;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reeve status}: the server itself. */
@Command(
        name = "status",
        description = "Version, memory, disk and journal of the server.",
        mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        return new NamedThing(server, "/v1/server", "version").show();
    }
}
