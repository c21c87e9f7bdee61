package dev.reeve.node;

import java.util.List;
import java.util.function.Predicate;

/**
 * Which workers to list.
 *
 * @param after the name after which the list begins
 * @param queues the queues that the reader may see; a worker that asked for none of these is left out
 */
public record WorkerQuery(String after, int limit, Predicate<String> queues) {
    /** The queues of the worker that the reader may see. */
    List<String> shown(List<String> all) {
        return all.stream().filter(queues).toList();
    }
}
