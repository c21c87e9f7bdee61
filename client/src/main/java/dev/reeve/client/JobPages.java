package dev.reeve.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** A list of jobs, of which the next page is read when the last one is used up. */
final class JobPages implements Iterator<JobInfo> {
    private final HttpCalls calls;
    private final JobQuery query;
    private final Deque<JobInfo> page = new ArrayDeque<>();
    private @Nullable String cursor = "";

    JobPages(HttpCalls calls, JobQuery query) {
        this.calls = calls;
        this.query = query;
    }

    @Override
    public boolean hasNext() {
        // A page may be empty and have a successor: the server has looked at many jobs that do not match.
        while (page.isEmpty() && cursor != null) {
            JsonObject answer =
                    calls.send(ApiCall.get(query.path(cursor))).orThrow().json();
            answer.objects("jobs").forEach(job -> page.add(new JobInfo(job)));
            cursor = answer.textOrNull("cursor");
        }
        return !page.isEmpty();
    }

    @Override
    public JobInfo next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.remove();
    }
}
