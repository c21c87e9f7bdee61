package dev.reeve.net.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Routing table. Paths are matched segment by segment before they are decoded, so a percent-encoded slash or dot
 * belongs to its segment.
 */
public final class Routes {
    static final String GET_ONLY = "GET only";

    private final PathNode root = new PathNode();
    private final List<Route> all;

    public Routes(List<Route> routes) {
        all = List.copyOf(routes);
        routes.forEach(this::add);
    }

    /** A node of the path tree. */
    private static final class PathNode {
        final Map<String, PathNode> named = new HashMap<>();

        @Nullable
        PathNode any;

        final Map<String, Route> byMethod = new TreeMap<>();
    }

    /** The route of a request and the decoded texts of its braced segments, in order. */
    public record Found(Route route, List<String> texts) {}

    private void add(Route route) {
        PathNode node = root;
        for (String segment : route.segments()) {
            if (segment.startsWith("{")) {
                node.any = node.any == null ? new PathNode() : node.any;
                node = node.any;
            } else {
                node = node.named.computeIfAbsent(segment, text -> new PathNode());
            }
        }
        boolean getOnly = route.method().equals(GET_ONLY);
        put(node, getOnly ? "GET" : route.method(), route);
        if (route.method().equals("GET")) {
            put(node, "HEAD", route);
        }
    }

    private static void put(PathNode node, String method, Route route) {
        if (node.byMethod.put(method, route) != null) {
            throw new IllegalArgumentException("two routes for " + method + " " + route.path());
        }
    }

    public List<Route> all() {
        return all;
    }

    Found find(String method, String path) throws HttpError {
        List<String> texts = new ArrayList<>(2);
        PathNode node = path.startsWith("/") ? follow(path, texts) : null;
        if (node == null || node.byMethod.isEmpty()) {
            throw new HttpError(404, "Not found");
        }
        Route route = node.byMethod.get(method);
        if (route == null) {
            throw HttpError.methodNotAllowed(String.join(", ", node.byMethod.keySet()));
        }
        return new Found(route, texts);
    }

    private @Nullable PathNode follow(String path, List<String> texts) throws HttpError {
        @Nullable PathNode node = root;
        int from = 1;
        while (node != null && from <= path.length()) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 ? path.length() : slash;
            String segment = path.substring(from, end);
            PathNode next = node.named.get(segment);
            if (next == null && node.any != null && !segment.isEmpty()) {
                next = node.any;
                texts.add(PercentCode.decode(segment, false));
            }
            node = next;
            from = end + 1;
        }
        return node;
    }
}
