package dev.reeve.server.cli.remote;

import dev.reeve.client.Worker;
import dev.reeve.client.WorkerBuilder;
import dev.reeve.server.StartException;
import dev.reeve.server.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reeve work QUEUE... -- PROGRAM ARGUMENTS}: runs a program for every job until it gets SIGTERM or SIGINT. */
@Command(
        name = "work",
        description = {
            "Run a program for every job.",
            "The payload is on its stdin, and REEVE_JOB_ID, _QUEUE, _TYPE and _ATTEMPT are in its environment. Exit code 0"
                    + " completes the job with stdout as its result, 75 gives it back for a while, and any other fails it"
                    + " with stderr as the error. A job that is cancelled ends the program with SIGTERM."
        },
        mixinStandardHelpOptions = true)
final class WorkCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "QUEUE... -- PROGRAM", description = "Queues, and after -- the program.")
    private List<String> words = List.of();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "1",
            description = "Programs at once; default: ${DEFAULT-VALUE}.")
    private int concurrency = 1;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "Lease, which is renewed; default: ${DEFAULT-VALUE}.")
    private String lease = "60s";

    @Option(
            names = "--snooze",
            paramLabel = "TIME",
            defaultValue = "1m",
            description = "How long exit code 75 gives a job back; default: ${DEFAULT-VALUE}.")
    private String snooze = "1m";

    @Option(
            names = "--drain",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "How long programs may go on after SIGTERM; default: ${DEFAULT-VALUE}.")
    private String drain = "30s";

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        List<String> given =
                server.command().root().commandLine().getParseResult().originalArgs();
        int dashes = given.indexOf("--");
        int programWords = dashes < 0 ? 0 : given.size() - dashes - 1;
        if (programWords == 0 || programWords >= words.size()) {
            throw new UsageException("expected queues and a program, as in reeve work mail -- ./send-mail --fast");
        }
        List<String> queues = words.subList(0, words.size() - programWords);
        List<String> commandLine = List.copyOf(words.subList(words.size() - programWords, words.size()));
        if (!isProgram(commandLine.get(0), System.getenv().getOrDefault("PATH", ""))) {
            // Else every job would fail of it, one attempt after the other.
            throw new StartException("there is no program " + commandLine.get(0) + " that can be run");
        }
        ProgramHandler program = new ProgramHandler(commandLine, AddJobCommand.duration("--snooze", snooze));
        Duration length = AddJobCommand.duration("--lease", lease);
        Duration longest = AddJobCommand.duration("--drain", drain);
        return server.run((reeve, printer) -> {
            // Fails at once if the server is not there or lets nobody in.
            reeve.request("GET", "/v1/me").send();
            WorkerBuilder builder = reeve.worker(queues.toArray(String[]::new));
            given("--concurrency", () -> builder.concurrency(concurrency));
            given("--lease", () -> builder.lease(length));
            Worker worker = builder.drain(longest).handleOthers(program).start();
            printer.say("worker " + worker.name() + " works on " + String.join(", ", queues));
            printer.flush();
            awaitEnd(worker);
            return ExitCode.DONE;
        });
    }

    /** The worker knows what it can do; the user knows the option. */
    private static void given(String option, Runnable set) {
        try {
            set.run();
        } catch (IllegalArgumentException e) {
            throw new UsageException(option + ": " + e.getMessage());
        }
    }

    /** Whether there is such a file to run: at that place, or by its name in a folder of the path. */
    private static boolean isProgram(String name, String path) {
        return name.contains("/")
                ? isRunnable(Path.of(name))
                : Stream.of(path.split(":", -1)).anyMatch(folder -> isRunnable(Path.of(folder, name)));
    }

    private static boolean isRunnable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /** Waits for SIGTERM or SIGINT; the JVM then ends when the worker has drained. */
    private static void awaitEnd(Worker worker) {
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "drain"));
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
