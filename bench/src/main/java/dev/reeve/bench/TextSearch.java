package dev.reeve.bench;

import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Somebody who searches a text that no job has, page after page, again and again. */
final class TextSearch implements AutoCloseable {
    private static final Pattern CURSOR = Pattern.compile("\"cursor\":\"([^\"]+)\"");
    private static final Pattern LOOKED_AT = Pattern.compile("\"looked_at\":([0-9]+)");

    private final Thread thread;
    private volatile boolean ended;

    private TextSearch(int port) {
        thread = new Thread(() -> search(port), "search");
    }

    static TextSearch begin(int port) {
        TextSearch search = new TextSearch(port);
        search.thread.start();
        return search;
    }

    private void search(int port) {
        while (!ended) {
            once(port);
        }
    }

    /** Searches all jobs once. Returns at how many the server has looked. */
    static long once(int port) {
        long looked = 0;
        try (RawHttp http = new RawHttp(port)) {
            String cursor = "";
            do {
                String page = http.call(HttpDoorRequest.of("GET", "/v1/jobs?text=no-such-text" + cursor), 200)
                        .body();
                Matcher count = LOOKED_AT.matcher(page);
                looked += count.find() ? Long.parseLong(count.group(1)) : 0;
                Matcher next = CURSOR.matcher(page);
                cursor = next.find() ? "&cursor=" + next.group(1) : "";
            } while (!cursor.isEmpty());
        }
        return looked;
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        thread.join();
    }
}
