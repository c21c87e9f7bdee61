package dev.reeve.bench;

import dev.reeve.bench.load.BenchServerProcess;
import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.DoorName;
import dev.reeve.bench.load.Load;
import dev.reeve.bench.load.LoadException;
import dev.reeve.bench.load.LoadGenerator;
import dev.reeve.bench.load.LoadResult;
import dev.reeve.bench.load.Meter;
import dev.reeve.bench.load.Report;
import dev.reeve.bench.load.Span;
import dev.reeve.server.cli.VersionLines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code reeve bench}: loads a running server, and prints its throughput and the bottleneck. */
@Command(
        name = "reeve bench",
        description = {
            "Measure the throughput of a running server.",
            "",
            "A cycle is one job, added, taken and finished. Every connection keeps its commands in flight and sends the"
                    + " next one when a reply arrives. Start a server first: ./reeve serve",
            ""
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class)
final class BenchCommand implements Callable<Integer> {
    private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9_.-]{1,255}");
    private static final int LARGEST_PAYLOAD = 1 << 20;
    private static final int MOST_CONNECTIONS = 10_000;
    private static final int MOST_IN_FLIGHT = 1_000;
    private static final int LARGEST_BATCH = 1_000;
    private static final int LAST_PORT = 65_535;

    @Option(
            names = "--door",
            paramLabel = "DOOR",
            converter = DoorName.class,
            description = "workq (the default), goqueue, qless, ocypod or api.")
    private Door door = Door.WORKQ;

    @Option(names = "--host", paramLabel = "HOST", description = "Host of the server (${DEFAULT-VALUE}).")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "PORT", description = "Port of the door; its default port if not given.")
    private @Nullable Integer port;

    @Option(names = "--connections", paramLabel = "N", description = "Connections (${DEFAULT-VALUE}).")
    private int connections = 16;

    @Option(names = "--depth", paramLabel = "N", description = "Commands in flight on each (${DEFAULT-VALUE}).")
    private int depth = 1;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Jobs in each request, with --door api only (${DEFAULT-VALUE}).")
    private int batch = 1;

    @Option(names = "--add-only", description = "Only add jobs. With --door api they expire after two minutes.")
    private boolean addOnly;

    @Option(names = "--payload", paramLabel = "BYTES", description = "Payload of a job (${DEFAULT-VALUE}).")
    private int payload = 200;

    @Option(names = "--queue", paramLabel = "NAME", description = "Queue to use (${DEFAULT-VALUE}).")
    private String queue = "reeve-bench";

    @Option(names = "--warm-up", paramLabel = "S", description = "Seconds of warm-up, not measured (${DEFAULT-VALUE}).")
    private double warmUp = 2;

    @ArgGroup
    private HowLong howLong = new HowLong();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private static final class HowLong {
        @Option(names = "--seconds", paramLabel = "S", description = "Seconds to measure (10).")
        private double seconds = 10;

        @Option(names = "--jobs", paramLabel = "N", description = "Jobs to measure, instead of seconds.")
        private long jobs;
    }

    @Override
    public Integer call() throws IOException {
        check("--connections", connections, 1, MOST_CONNECTIONS);
        check("--depth", depth, 1, MOST_IN_FLIGHT);
        check("--batch", batch, 1, door.equals(Door.API) ? LARGEST_BATCH : 1);
        check("--payload", payload, 0, LARGEST_PAYLOAD);
        check("--port", port(), 1, LAST_PORT);
        if (!QUEUE.matcher(queue).matches()) {
            throw refused("--queue must be 1 to 255 of A-Z, a-z, 0-9, '_', '.' and '-'");
        }
        Span span = span();
        Door chosen = batch == 1 ? door : Door.api(batch);
        run(new Load(chosen, address(), queue, payload, connections, depth), span);
        return 0;
    }

    private void run(Load load, Span span) throws IOException {
        Meter meter = new Meter(BenchServerProcess.listeningOn(load.address()));
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            if (addOnly) {
                generator.addOnly();
            }
            LoadResult result = generator.run(span, meter);
            spec.commandLine().getOut().print(Report.of(result, meter.usage()));
            spec.commandLine().getOut().flush();
        }
    }

    private InetSocketAddress address() {
        try {
            return new InetSocketAddress(InetAddress.getAllByName(host)[0], port());
        } catch (UnknownHostException e) {
            throw new LoadException("there is no host " + host);
        }
    }

    private int port() {
        return port == null ? door.port() : port;
    }

    private Span span() {
        if (!(warmUp >= 0 && howLong.seconds > 0 && howLong.jobs >= 0)) {
            throw refused("--seconds must be above 0, --warm-up and --jobs must not be negative");
        }
        return howLong.jobs > 0 ? Span.ofCycles(warmUp, howLong.jobs) : Span.ofSeconds(warmUp, howLong.seconds);
    }

    private void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw refused("%s must be from %d to %d, not %d".formatted(option, least, most, value));
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
