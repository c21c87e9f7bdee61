package dev.reeve.server.cli.remote;

import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterators;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reeve queues}: all queues and their numbers. */
@Command(name = "queues", description = "List the queues.", mixinStandardHelpOptions = true)
final class QueuesCommand implements Callable<Integer> {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        return server.run((reeve, printer) -> {
            printer.list(all(reeve, "/v1/queues", "queues"), "name", COLUMNS);
            return ExitCode.DONE;
        });
    }

    static final String[] COLUMNS = {
        "name",
        "ready",
        "leased",
        "scheduled",
        "retrying",
        "failed",
        "oldest_seconds",
        "added_per_second",
        "completed_per_second",
        "waiting_workers",
        "paused"
    };

    /** A list of any length, page by page. */
    static Stream<JsonObject> all(Reeve reeve, String path, String name) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(new Pages(reeve, path, name), 0), false);
    }

    private static final class Pages implements Iterator<JsonObject> {
        private final Reeve reeve;
        private final String path;
        private final String name;
        private final Deque<JsonObject> page = new ArrayDeque<>();
        private @Nullable String cursor = "";

        Pages(Reeve reeve, String path, String name) {
            this.reeve = reeve;
            this.path = path;
            this.name = name;
        }

        @Override
        public boolean hasNext() {
            while (page.isEmpty() && cursor != null) {
                var request = reeve.request("GET", path).parameter("limit", "500");
                JsonObject answer = (cursor.isEmpty() ? request : request.parameter("cursor", cursor))
                        .send()
                        .orElseThrow();
                List<JsonObject> found = answer.objects(name);
                page.addAll(found);
                cursor = answer.textOrNull("cursor");
            }
            return !page.isEmpty();
        }

        @Override
        public JsonObject next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return page.remove();
        }
    }
}
