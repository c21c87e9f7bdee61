package dev.reeve.server.cli.remote;

import dev.reeve.client.ApiRequest;
import dev.reeve.client.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A list of any length, which is asked for page by page while it is read. */
final class Pages implements Iterator<JsonObject> {
    private static final String MOST_A_PAGE = "500";

    private final Supplier<ApiRequest> requests;
    private final String name;
    private final Deque<JsonObject> page = new ArrayDeque<>();
    private @Nullable String cursor = "";

    private Pages(Supplier<ApiRequest> requests, String name) {
        this.requests = requests;
        this.name = name;
    }

    /**
     * Reads a list.
     *
     * @param requests makes the request, once for every page
     * @param name the field of the answer that has the list
     */
    static Stream<JsonObject> of(Supplier<ApiRequest> requests, String name) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(new Pages(requests, name), 0), false);
    }

    @Override
    public boolean hasNext() {
        while (page.isEmpty() && cursor != null) {
            ApiRequest request = requests.get().parameter("limit", MOST_A_PAGE);
            JsonObject answer = (cursor.isEmpty() ? request : request.parameter("cursor", cursor))
                    .send()
                    .orElseThrow();
            page.addAll(answer.objects(name));
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
