package dev.reeve.client;

import java.util.function.Supplier;

/** A job, or a batch, that a program is about to add: it is sent later, or kept as a request that anybody can send. */
public final class PendingAdd {
    /**
     * A request that adds jobs. It contains their ids, so that it may be sent again without harm.
     *
     * @param path for {@link Reeve#request}, with the method POST
     */
    public record Request(String path, String json) {}

    private final Runnable add;
    private final Supplier<Request> request;

    PendingAdd(Runnable add, Supplier<Request> request) {
        this.add = add;
        this.request = request;
    }

    /** Adds the jobs. Throws a {@link ReeveException} if they are refused. */
    public void send() {
        add.run();
    }

    /**
     * What would be sent. An observer is told as if it were sent now, because the trace of the producer is part of it. A batch for which
     * one request is too small is refused with an IllegalArgumentException.
     */
    public Request request() {
        return request.get();
    }
}
