package dev.reeve.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A list of the server, of which the next page is read when the last one is used up. */
final class AnswerPages implements Iterator<JsonObject> {
    private final HttpCalls calls;
    private final Function<String, String> path;
    private final String field;
    private final Deque<JsonObject> page = new ArrayDeque<>();
    private @Nullable String cursor = "";

    /**
     * @param path makes a request of a cursor, which is empty for the first page
     * @param field where the answer has the list
     */
    AnswerPages(HttpCalls calls, Function<String, String> path, String field) {
        this.calls = calls;
        this.path = path;
        this.field = field;
    }

    @Override
    public boolean hasNext() {
        // A page may be empty and have a successor: the server has looked at many jobs that do not match.
        while (page.isEmpty() && cursor != null) {
            JsonObject answer =
                    calls.send(ApiCall.get(path.apply(cursor))).orThrow().json();
            page.addAll(answer.objects(field));
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
