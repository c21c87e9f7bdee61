package dev.reeve.dashboard;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All files of the dashboard: its own and those of the libraries that it uses, by their paths below {@code /ui/}. */
final class WebFiles {
    /** A jar does not list its folders, so the files are named here. */
    static final List<String> OWN = List.of(
            "index.html",
            "icon.svg",
            "style.css",
            "api.js",
            "app.js",
            "bulk.js",
            "dialog.js",
            "format.js",
            "live.js",
            "parts.js",
            "plot.js",
            "retry.js",
            "theme.js",
            "words.js",
            "workflow.js",
            "pages/audit.js",
            "pages/batch.js",
            "pages/batches.js",
            "pages/failures.js",
            "pages/job.js",
            "pages/jobs.js",
            "pages/limit.js",
            "pages/limits.js",
            "pages/login.js",
            "pages/nodes.js",
            "pages/overview.js",
            "pages/queue.js",
            "pages/queues.js",
            "pages/schedule.js",
            "pages/schedules.js",
            "pages/settings.js",
            "pages/tokens.js",
            "pages/webhooks.js",
            "pages/workers.js");

    private static final String WEBJARS = "/META-INF/resources/webjars/";
    private static final Map<String, String> LIBRARIES = Map.of(
            "lib/lit-html.js", WEBJARS + "lit-html/3.3.2/lit-html.js",
            "lib/chart.js", WEBJARS + "chart.js/4.5.1/dist/chart.umd.js");

    private static final Map<String, String> MEDIA_TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private final Map<String, WebFile> byPath = new HashMap<>();

    WebFiles() {
        OWN.forEach(path -> byPath.put(path, load(path, "/web/" + path)));
        LIBRARIES.forEach((path, resource) -> byPath.put(path, load(path, resource)));
    }

    private static WebFile load(String path, String resource) {
        String mediaType = MEDIA_TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        try (InputStream in = WebFiles.class.getResourceAsStream(resource)) {
            if (in == null || mediaType == null) {
                throw new FileNotFoundException(resource);
            }
            return new WebFile(mediaType, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Nullable
    WebFile find(String path) {
        return byPath.get(path);
    }
}
