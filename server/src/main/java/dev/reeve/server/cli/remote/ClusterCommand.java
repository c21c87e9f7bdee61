package dev.reeve.server.cli.remote;

import dev.reeve.client.ApiRequest;
import dev.reeve.client.JsonObject;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.journal.local.Restore;
import dev.reeve.server.Counts;
import dev.reeve.server.IoErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve cluster}: the nodes of a cluster, which any of them tells and changes. */
@Command(name = "cluster", description = "Show and change the nodes of a cluster.", mixinStandardHelpOptions = true)
final class ClusterCommand implements Runnable {
    /** The server answers after ten seconds at the latest. */
    private static final Duration LONGEST = Duration.ofSeconds(15);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Missing subcommand: status, transfer, join, leave, init, export, skip or reset-members");
    }

    @Command(description = "List the nodes.", mixinStandardHelpOptions = true)
    int status(@Mixin ServerOptions server) {
        return server.run((reeve, printer) -> {
            JsonObject answer = reeve.request("GET", "/v1/nodes").send().orElseThrow();
            printer.list(
                    answer.objects("nodes").stream(),
                    "name",
                    "name",
                    "address",
                    "role",
                    "ready",
                    "position",
                    "lag",
                    "last_contact_seconds",
                    "clock_skew_seconds",
                    "version");
            advise(server, answer);
            return ExitCode.DONE;
        });
    }

    /** Says what should be done about the number of nodes. It is no part of what the command prints. */
    private static void advise(ServerOptions server, JsonObject answer) {
        String advice = answer.textOrNull("advice");
        if (advice != null) {
            server.complain(ExitCode.DONE, advice);
        }
    }

    @Command(description = "Make a node the leader.", mixinStandardHelpOptions = true)
    int transfer(@Parameters(paramLabel = "NAME", description = "The node.") String name, @Mixin ServerOptions server) {
        return change(server, name, "transfer", "{}", name + " leads the cluster");
    }

    @Command(
            description = "Make a node a member that waits with cluster.name, cluster.listen and an empty data folder.",
            mixinStandardHelpOptions = true)
    int join(
            @Parameters(paramLabel = "NAME", description = "The node.") String name,
            @Parameters(paramLabel = "HOST:PORT", description = "Where the other nodes reach it.") String address,
            @Mixin ServerOptions server) {
        return change(
                server, name, "join", new JsonLine().text("address", address).toString(), name + " is a member");
    }

    @Command(description = "Remove a node from the cluster, whether it runs or not.", mixinStandardHelpOptions = true)
    int leave(
            @Parameters(paramLabel = "NAME", description = "The node, or its address.") String name,
            @Mixin ServerOptions server) {
        return change(server, name, "leave", "{}", name + " is no member any more");
    }

    @Command(
            description = "Make a data folder for a server without a cluster, with all data as it is at one moment.",
            mixinStandardHelpOptions = true)
    int export(
            @Parameters(paramLabel = "DIR", description = "The data folder, which must be empty or not exist.")
                    Path data,
            @Mixin ServerOptions server) {
        Path target = data.toAbsolutePath().normalize();
        Path folder = target.getParent();
        if (folder == null) {
            return server.complain(ExitCode.FAILED, data + ": is not a data folder");
        }
        Path partial = target.resolveSibling(target.getFileName() + ".partial");
        return server.run((reeve, printer) -> {
            try {
                BackupCommand.download(reeve, partial);
                String name = String.valueOf(partial.getFileName());
                Restore.Checked made = Restore.run(RealDisk.readOnly(folder), name, RealDisk.open(target));
                printer.say("wrote " + data + ": " + Counts.of(made.bytes(), "byte") + ", the state at position "
                        + made.position());
                return ExitCode.DONE;
            } catch (IOException e) {
                return server.complain(ExitCode.FAILED, "nothing was exported: " + IoErrorText.in(target, e));
            } finally {
                Files.deleteIfExists(partial);
            }
        });
    }

    private static int change(ServerOptions server, String name, String word, String json, String done) {
        return server.run((reeve, printer) -> {
            JsonObject answer = reeve.request("POST", "/v1/nodes/" + ApiRequest.segment(name) + "/" + word)
                    .body(json)
                    .waiting(LONGEST)
                    .send()
                    .orElseThrow();
            printer.say(answer.flag("done") ? done : "the change goes on: see reeve cluster status");
            advise(server, answer);
            return ExitCode.DONE;
        });
    }
}
