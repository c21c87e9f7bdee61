package dev.reeve.door.ocypod;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.JsonBytes;
import dev.reeve.net.http.Route;
import java.io.IOException;
import java.util.List;

/** {@code GET /queue/{queue}/job}: leases the next job, and waits if the client requests it. */
record TakeJob(OcypodDoor door) implements Route.Handler {
    @Override
    public void handle(Exchange exchange) throws HttpError {
        String queue = OcypodDoor.queue(exchange);
        long waitMicros = exchange.waitMicros(OcypodDoor.LONGEST_WAIT_MICROS);
        Acquire acquire = new Acquire(List.of(queue), null, 1, 0);
        exchange.acquire(acquire, 0, job -> taken(job, exchange), () -> nothing(exchange, acquire, waitMicros));
    }

    /** Only if no job was ready does it matter whether the queue exists and whether to wait. */
    private void nothing(Exchange exchange, Acquire acquire, long waitMicros) {
        String queue = acquire.queues().get(0);
        exchange.ask(engine -> engine.queue(queue) != null, exists -> {
            if (!exists) {
                exchange.refuse(door.words().unknownQueue(queue));
            } else if (waitMicros == 0) {
                exchange.noContent();
            } else {
                exchange.acquire(acquire, waitMicros, job -> taken(job, exchange), exchange::noContent);
            }
        });
    }

    private static void taken(LeasedJob job, Exchange exchange) {
        exchange.header("lease", Long.toString(job.lease().token()));
        exchange.ok(out -> write(job, out));
    }

    private static void write(LeasedJob job, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("id", job.number());
        new JsonBytes(job.payload()).writeField("input", "input_encoding", out);
        out.writeEndObject();
    }
}
