package dev.reeve.engine.queue;

/** A queue's name and how many jobs it holds. */
public record QueueView(String name, int ready, int scheduled, int leased) {
    public static QueueView of(JobQueue queue) {
        return new QueueView(
                queue.name(),
                queue.ready().size(),
                queue.scheduled().size(),
                queue.leased().size());
    }
}
