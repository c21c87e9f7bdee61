package dev.reeve.server.cli.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve webhook show|put|test|delete}: one webhook. */
@Command(name = "webhook", description = "Look at and change a webhook.", mixinStandardHelpOptions = true)
final class OneWebhookCommand implements Runnable {
    private static final String NAME = "The webhook.";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: show, put, test or delete");
    }

    private static NamedThing webhook(ServerOptions server, String name) {
        return NamedThing.of(server, "webhooks", name, "name");
    }

    @Command(description = "Show a webhook, without its secret.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
        return webhook(server, name).show();
    }

    @Command(
            description =
                    "Create or replace a webhook: {\"url\": \"https://…\", \"events\": [\"job.failed\"], \"secret\": \"whsec_…\"}.",
            mixinStandardHelpOptions = true)
    int put(
            @Parameters(index = "0", paramLabel = "NAME", description = NAME) String name,
            @Parameters(
                            index = "1",
                            paramLabel = "JSON",
                            description = "The webhook: @FILE, - for stdin, or JSON, which others may see.")
                    String json,
            @Mixin ServerOptions server) {
        return webhook(server, name).put(Input.object("the webhook", json));
    }

    @Command(description = "Send a delivery that only shows that deliveries arrive.", mixinStandardHelpOptions = true)
    int test(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
        return webhook(server, name).postForJob("test");
    }

    @Command(description = "Delete a webhook.", mixinStandardHelpOptions = true)
    int delete(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
        return webhook(server, name).delete("deleted " + name);
    }
}
