package dev.reeve.server.cli.remote;

import dev.reeve.client.ApiRequest;
import dev.reeve.server.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reeve events}: prints events as JSON lines while they happen, and goes on after a lost connection. */
@Command(name = "events", description = "Print what happens, as JSON lines.", mixinStandardHelpOptions = true)
final class EventsCommand implements Callable<Integer> {
    private static final Duration LONGEST = Duration.ofDays(365);

    @Option(names = "--queue", paramLabel = "NAME", split = ",", description = "Of these queues.")
    private List<String> queues = new ArrayList<>();

    @Option(names = "--event", paramLabel = "EVENT", split = ",", description = "Such as job.added, job.failed, stats.")
    private List<String> events = new ArrayList<>();

    @Option(names = "--job", paramLabel = "ID", split = ",", description = "Of these jobs.")
    private List<String> jobs = new ArrayList<>();

    @Option(names = "--count", paramLabel = "N", defaultValue = "0", description = "End after so many; 0: never.")
    private long count;

    @Mixin
    private ServerOptions server = new ServerOptions();

    private long printed;
    private String last = "";

    @Override
    public Integer call() {
        if (count < 0) {
            throw new UsageException("--count must be 0 or more, not " + count);
        }
        return server.run((reeve, printer) -> {
            do {
                ApiRequest request = reeve.request("GET", "/v1/events");
                parameter(request, "queue", queues);
                parameter(request, "event", events);
                parameter(request, "job", jobs);
                if (!last.isEmpty()) {
                    request.parameter("last_event_id", last);
                }
                try (InputStream stream = request.stream(LONGEST)) {
                    follow(stream, printer);
                } catch (IOException e) {
                    // The connection is lost: go on after the last event.
                    printer.flush();
                }
            } while (!isEnough());
            return ExitCode.DONE;
        });
    }

    private static void parameter(ApiRequest request, String name, List<String> values) {
        if (!values.isEmpty()) {
            request.parameter(name, String.join(",", values));
        }
    }

    private boolean isEnough() {
        return count > 0 && printed >= count;
    }

    /** Returns when the stream ends, or enough was printed. */
    private void follow(InputStream stream, Printer printer) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        String event = "";
        while (!isEnough()) {
            String line = in.readLine();
            if (line == null) {
                return;
            }
            if (line.startsWith("id: ")) {
                last = line.substring("id: ".length());
            } else if (line.startsWith("event: ")) {
                event = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                String data = line.substring("data: ".length());
                printer.line("{\"event\":" + JsonLine.quoted(event) + ",\"data\":" + data + "}");
                printer.flush();
                printed++;
            }
        }
    }
}
