package dev.reeve.server.cli.remote;

import dev.reeve.client.ClientOptions;
import dev.reeve.client.Credentials;
import dev.reeve.client.Reeve;
import dev.reeve.client.ReeveException;
import dev.reeve.server.IoErrorText;
import dev.reeve.server.StartException;
import dev.reeve.server.UsageException;
import dev.reeve.server.log.PlainText;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Which server, who asks, and how the answer is printed: what all commands of this package have in common. A token is sent only to
 * the server that it belongs to: that of its context, or the one that is named beside it.
 */
final class ServerOptions {
    private static final String USUAL = "http://127.0.0.1:8023";
    private static final int STDERR = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The server; default: REEVE_URL, the context, or " + USUAL + ".")
    private @Nullable String url;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "One of reeve context list; default: the one in use.")
    private @Nullable String context;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "table, json, jsonl or ids; default: ${DEFAULT-VALUE}.",
            defaultValue = "table")
    private OutputForm output = OutputForm.TABLE;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** What a command does with the server. Returns the exit code. */
    interface Action {
        int with(Reeve reeve, Printer printer) throws IOException;
    }

    /** Connects, runs the action, and turns what the server refuses into one line and an exit code. */
    int run(Action action) {
        try (Reeve reeve = connect(System.getenv())) {
            Printer printer = printer();
            int code = action.with(reeve, printer);
            printer.flush();
            return code;
        } catch (ReeveException e) {
            return refuse(e);
        } catch (IOException e) {
            return complain(
                    ExitCode.FAILED,
                    e instanceof FileSystemException
                            ? IoErrorText.in(Path.of("."), e)
                            : String.valueOf(e.getMessage()));
        }
    }

    Printer printer() {
        return new Printer(command.root().commandLine().getOut(), output, Colours.of(System.getenv()));
    }

    /**
     * A bar on stderr, if that is a terminal.
     *
     * @param total asked only if the bar is seen; 0 if nobody knows
     */
    ProgressBar progress(LongSupplier total) {
        return Terminal.isSeen(STDERR)
                ? new ProgressBar(command.root().commandLine().getErr(), total.getAsLong(), System::nanoTime)
                : ProgressBar.none();
    }

    CommandSpec command() {
        return command;
    }

    /** Prints a line on stderr. */
    int complain(int code, String message) {
        PrintWriter err = command.root().commandLine().getErr();
        err.println("reeve: " + PlainText.of(message.replaceAll("\\s*[\\r\\n]+\\s*", " ")));
        err.flush();
        return code;
    }

    /** Says what the server refused, in the words of the command. */
    int refuse(ReeveException e) {
        return complain(ExitCode.of(e), RefusalText.of(e, command));
    }

    /** Asks a question, which anything but y denies, and says so. */
    boolean isConfirmed(String question) throws IOException {
        return Confirmation.isGiven(command.root().commandLine().getErr(), question);
    }

    Reeve connect(Map<String, String> environment) {
        Contexts contexts = Contexts.read(environment);
        String named = url == null && context == null ? environment.get("REEVE_URL") : url;
        String chosen = context == null && named == null ? contexts.current() : context;
        if (named != null && context != null) {
            throw new UsageException("--url and --context exclude each other");
        }
        URI server = uri(named != null ? named : chosen != null ? contexts.url(chosen) : USUAL);
        Credentials credentials = Credentials.fromEnvironment();
        String tokenFile = named == null && chosen != null ? contexts.tokenFile(chosen) : null;
        if (tokenFile != null && environment.get(Credentials.TOKEN_VARIABLE) == null) {
            credentials = Credentials.token(read(Path.of(tokenFile)));
        }
        return Reeve.connect(server, credentials, ClientOptions.DEFAULTS.patience(PATIENCE));
    }

    static URI uri(String text) {
        try {
            URI uri = URI.create(text);
            if (uri.getHost() != null
                    && uri.getScheme() != null
                    && uri.getScheme().startsWith("http")) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw new UsageException("\"" + text + "\" is not an address such as " + USUAL);
        }
        throw new UsageException("\"" + text + "\" is not an address such as " + USUAL);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new StartException("the token file " + file + " cannot be read");
        }
    }
}
