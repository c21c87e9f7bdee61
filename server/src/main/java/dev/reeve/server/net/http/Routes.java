package dev.reeve.server.net.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request. Paths are matched segment by segment as they were sent, and decoded afterwards: a slash, a
 * dot or anything else that is percent-encoded belongs to its segment.
 */
public final class Routes {
    static final String GET_ONLY = "GET only";

    private final Place root = new Place();
    private final List<Route> all;

    public Routes(List<Route> routes) {
        all = List.copyOf(routes);
        routes.forEach(this::add);
    }

    /** A path as far as it has been followed. */
    private static final class Place {
        final Map<String, Place> named = new HashMap<>();

        @Nullable
        Place any;

        final Map<String, Route> byMethod = new TreeMap<>();
    }

    /** The route that serves a request, and the texts that its path has for the segments in braces, in order. */
    public record Found(Route route, List<String> texts) {}

    private void add(Route route) {
        Place place = root;
        for (String segment : route.segments()) {
            if (segment.startsWith("{")) {
                place.any = place.any == null ? new Place() : place.any;
                place = place.any;
            } else {
                place = place.named.computeIfAbsent(segment, text -> new Place());
            }
        }
        boolean getOnly = route.method().equals(GET_ONLY);
        put(place, getOnly ? "GET" : route.method(), route);
        if (route.method().equals("GET")) {
            put(place, "HEAD", route);
        }
    }

    private static void put(Place place, String method, Route route) {
        if (place.byMethod.put(method, route) != null) {
            throw new IllegalArgumentException("two routes for " + method + " " + route.path());
        }
    }

    public List<Route> all() {
        return all;
    }

    Found find(String method, String path) throws HttpError, NoPath, WrongMethod {
        List<String> texts = new ArrayList<>(2);
        Place place = path.startsWith("/") ? follow(path, texts) : null;
        if (place == null || place.byMethod.isEmpty()) {
            throw new NoPath();
        }
        Route route = place.byMethod.get(method);
        if (route == null) {
            throw new WrongMethod(String.join(", ", place.byMethod.keySet()));
        }
        return new Found(route, texts);
    }

    private @Nullable Place follow(String path, List<String> texts) throws HttpError {
        @Nullable Place place = root;
        int from = 1;
        while (place != null && from <= path.length()) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 ? path.length() : slash;
            String segment = path.substring(from, end);
            Place next = place.named.get(segment);
            if (next == null && place.any != null && !segment.isEmpty()) {
                next = place.any;
                texts.add(PercentCode.decode(segment, false));
            }
            place = next;
            from = end + 1;
            if (slash < 0) {
                break;
            }
        }
        return place;
    }

    /** There is nothing at that path. */
    static final class NoPath extends Exception {
        private static final long serialVersionUID = 1;

        NoPath() {
            super("Not found", null, false, false);
        }
    }

    /** The path is there, but not for this method. */
    static final class WrongMethod extends Exception {
        private static final long serialVersionUID = 1;

        private final String allowed;

        WrongMethod(String allowed) {
            super(allowed, null, false, false);
            this.allowed = allowed;
        }

        String allowed() {
            return allowed;
        }
    }
}
