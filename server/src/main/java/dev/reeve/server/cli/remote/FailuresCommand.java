package dev.reeve.server.cli.remote;

import dev.reeve.client.ApiRequest;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reeve failures}: failed jobs in groups, and a retry of whole groups. */
@Command(name = "failures", description = "List groups of failed jobs, or retry them.", mixinStandardHelpOptions = true)
final class FailuresCommand implements Callable<Integer> {
    @Option(names = "--queue", paramLabel = "NAME", description = "Of this queue only.")
    private @Nullable String queue;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        return server.run((reeve, printer) -> {
            printer.list(
                    Pages.of(
                            () -> {
                                ApiRequest request = reeve.request("GET", "/v1/failures");
                                return queue == null ? request : request.parameter("queue", queue);
                            },
                            "failures"),
                    "failure",
                    "failure",
                    "queue",
                    "type",
                    "count",
                    "first_at",
                    "last_at",
                    "sample",
                    "message");
            return ExitCode.DONE;
        });
    }

    @Command(description = "Let all jobs of some groups run again.", mixinStandardHelpOptions = true)
    int retry(
            @Parameters(arity = "1..*", paramLabel = "GROUP", description = "Groups of reeve failures.")
                    List<String> groups,
            @Option(names = "--queue", paramLabel = "NAME", description = "Of this queue only.") @Nullable
                    String onlyQueue,
            @Mixin JobsCommand.ChangeOptions options,
            @Mixin JobsCommand.RetryOptions spread,
            @Mixin ServerOptions ofRetry) {
        return JobsCommand.retry(options, FilterOptions.failed(onlyQueue, groups), spread, ofRetry);
    }
}
