package dev.reeve.server.cli;

import dev.reeve.server.DidYouMean;
import dev.reeve.server.NotFoundException;
import dev.reeve.server.UsageException;
import dev.reeve.server.cli.remote.ExitCode;
import dev.reeve.server.log.PlainText;
import java.util.Set;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints an error as one line on stderr. Unexpected exceptions are bugs and are logged with their stack trace. */
public final class ErrorLine implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Class<? extends Exception> userError;

    /** @param userError the exception type whose message is shown to the user; any other exception is a bug */
    public ErrorLine(Class<? extends Exception> userError) {
        this.userError = userError;
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        CommandSpec spec = command.getCommandSpec();
        print(command, "%s%s (see %s --help)".formatted(e.getMessage(), suggestion(e, spec), spec.qualifiedName()));
        return spec.exitCodeOnInvalidInput();
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        if (userError.isInstance(e)) {
            print(command, String.valueOf(e.getMessage()));
        } else {
            // Not before: most commands log nothing, and a logger takes longer than what they do.
            LoggerFactory.getLogger(ErrorLine.class)
                    .error("{} failed", command.getCommandSpec().qualifiedName(), e);
        }
        CommandSpec spec = command.getCommandSpec();
        if (e instanceof NotFoundException) {
            return ExitCode.NOT_FOUND;
        }
        return e instanceof UsageException ? spec.exitCodeOnInvalidInput() : spec.exitCodeOnExecutionException();
    }

    private static String suggestion(ParameterException e, CommandSpec spec) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        String wrong = unmatched.getUnmatched().get(0);
        Set<String> names = wrong.startsWith("-")
                ? spec.optionsMap().keySet()
                : spec.subcommands().keySet();
        return DidYouMean.nearest(wrong, names)
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    private static void print(CommandLine command, String message) {
        command.getErr().println("reeve: " + PlainText.of(message.replaceAll("\\s*[\\r\\n]+\\s*", " ")));
        command.getErr().flush();
    }
}
