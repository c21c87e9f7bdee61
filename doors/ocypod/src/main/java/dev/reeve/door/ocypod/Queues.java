package dev.reeve.door.ocypod;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Json;
import dev.reeve.net.http.JsonFields;
import dev.reeve.net.http.JsonParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Handlers of {@code /queue} and its sub-resources, except jobs. */
record Queues(OcypodDoor door) {
    /** The order in which statuses are listed. */
    static final List<Status> STATUSES =
            List.of(Status.QUEUED, Status.RUNNING, Status.FAILED, Status.COMPLETED, Status.CANCELLED, Status.TIMED_OUT);

    private static final long BYTES_A_NUMBER = 8;
    private static final long BYTES_A_NAME = 20;

    void list(Exchange exchange) {
        exchange.askInSteps(
                new AllQueues(),
                found -> exchange.okInParts(
                        BYTES_A_NAME * found.queues().size(),
                        JsonParts.all(List.of(
                                JsonParts.one(JsonGenerator::writeStartArray),
                                JsonParts.items(found.queues(), (queue, out) -> out.writeString(queue.name())),
                                JsonParts.one(JsonGenerator::writeEndArray)))));
    }

    void show(Exchange exchange) {
        withQueue(exchange, queue -> out -> {
            Terms defaults = queue.defaults();
            out.writeStartObject();
            OcypodTerms.write(defaults == null ? OcypodTerms.DEFAULTS : defaults, out);
            out.writeEndObject();
        });
    }

    void size(Exchange exchange) {
        withQueue(exchange, queue -> out -> out.writeNumber(queue.count(Status.QUEUED)));
    }

    private void withQueue(Exchange exchange, Function<QueueView, Json.Writer> answer) {
        String name = OcypodDoor.queue(exchange);
        exchange.ask(
                engine -> Optional.ofNullable(engine.queue(name)),
                found -> found.ifPresentOrElse(
                        queue -> exchange.ok(answer.apply(queue)),
                        () -> exchange.refuse(door.words().unknownQueue(name))));
    }

    void configure(Exchange exchange) throws HttpError {
        String name = door.ownQueue(exchange);
        OcypodTerms terms = new OcypodTerms();
        JsonFields.read(exchange.body(), terms::field);
        ConfigureQueue command = new ConfigureQueue(name, terms.terms());
        exchange.submit(command, why -> door.words().ofQueue(why, name), created -> {
            if (created) {
                exchange.created("/queue/" + name);
            } else {
                exchange.noContent();
            }
        });
    }

    void delete(Exchange exchange) {
        String name = OcypodDoor.queue(exchange);
        exchange.submit(new DeleteQueue(name), why -> door.words().ofQueue(why, name), done -> exchange.noContent());
    }

    void jobIds(Exchange exchange) {
        String name = OcypodDoor.queue(exchange);
        exchange.askInSteps(new JobNumbers(name), ids -> {
            if (ids.isEmpty()) {
                exchange.refuse(door.words().unknownQueue(name));
            } else {
                exchange.okInParts(size(ids), numbers(ids));
            }
        });
    }

    private static long size(Map<Status, long[]> ids) {
        return BYTES_A_NUMBER
                * ids.values().stream().mapToLong(numbers -> numbers.length).sum();
    }

    private JsonParts numbers(Map<Status, long[]> ids) {
        List<JsonParts> parts = new ArrayList<>();
        parts.add(JsonParts.one(JsonGenerator::writeStartObject));
        for (Status status : STATUSES) {
            parts.add(JsonParts.one(out -> out.writeFieldName(door.words().name(status))));
            parts.add(JsonParts.numbers(ids.getOrDefault(status, new long[0])));
        }
        parts.add(JsonParts.one(JsonGenerator::writeEndObject));
        return JsonParts.all(parts);
    }
}
