package dev.reeve.client;

import org.jspecify.annotations.Nullable;

/** What a job came to that another one had to wait for. */
public final class JobDependency {
    private final JsonObject json;
    private final Codecs codecs;

    JobDependency(JsonObject json, Codecs codecs) {
        this.json = json;
        this.codecs = codecs;
    }

    public String id() {
        return json.text("id");
    }

    /** Such as {@code completed}; another one only if the dependent asked to run in any case. */
    public String state() {
        return json.text("state");
    }

    /** Its result; null if it has none. Throws an IllegalStateException if it is too large to be handed on: it has to be read by its id. */
    public <R> @Nullable R result(Class<R> type) {
        if (json.number("result_size") > 0) {
            throw new IllegalStateException("the result of job " + id() + " is too large to be handed on, with "
                    + json.number("result_size") + " bytes");
        }
        return codecs.read(json.raw("result"), type);
    }

    /** The type of its error; empty if there was none. */
    public String errorType() {
        JsonObject error = json.object("error");
        return error == null ? "" : error.text("type");
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
