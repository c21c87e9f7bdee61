package dev.reeve.server.cli.remote;

import dev.reeve.server.StartException;
import dev.reeve.server.log.PlainText;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve context add|use|list|remove}: names for servers. */
@Command(name = "context", description = "Give servers names, and choose one.", mixinStandardHelpOptions = true)
final class ContextCommand implements Runnable {
    private static final String NAME = "The name.";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: add, use, list or remove");
    }

    private int print(String line) {
        PrintWriter out = spec.root().commandLine().getOut();
        out.println(PlainText.of(line));
        out.flush();
        return 0;
    }

    private static Contexts contexts() {
        return Contexts.read(System.getenv());
    }

    @Command(description = "Add or replace a server. The first one is used at once.", mixinStandardHelpOptions = true)
    int add(
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Option(names = "--url", required = true, paramLabel = "URL", description = "The server.") String url,
            @Option(names = "--token-file", paramLabel = "FILE", description = "The file with the token.") @Nullable
                    Path tokenFile) {
        ServerOptions.uri(url);
        if (tokenFile != null && !Files.isReadable(tokenFile)) {
            throw new StartException("the token file " + tokenFile + " cannot be read");
        }
        contexts().put(name, url, tokenFile);
        return print("added " + name);
    }

    @Command(description = "Use a server from now on.", mixinStandardHelpOptions = true)
    int use(@Parameters(paramLabel = "NAME", description = NAME) String name) {
        contexts().use(name);
        return print("using " + name);
    }

    @Command(description = "List the servers; a star marks the one in use.", mixinStandardHelpOptions = true)
    int list() {
        Contexts contexts = contexts();
        for (String name : contexts.names()) {
            print((name.equals(contexts.current()) ? "* " : "  ") + name + "  " + contexts.url(name));
        }
        return 0;
    }

    @Command(description = "Forget a server.", mixinStandardHelpOptions = true)
    int remove(@Parameters(paramLabel = "NAME", description = NAME) String name) {
        contexts().remove(name);
        return print("removed " + name);
    }
}
