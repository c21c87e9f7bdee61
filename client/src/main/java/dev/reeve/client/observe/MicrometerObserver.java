package dev.reeve.client.observe;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.Map;

/**
 * Makes an observation of Micrometer of every operation, named {@code reeve.send}, {@code reeve.receive}, {@code reeve.process} and
 * {@code reeve.settle}. The context of the producer travels in the headers of jobs.
 */
public final class MicrometerObserver implements JobObserver {
    private final ObservationRegistry registry;

    public MicrometerObserver(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public Running begin(JobOperation operation) {
        Observation observation = Observation.createNotStarted(
                        "reeve." + operation.kind().word(), () -> context(operation), registry)
                .contextualName(operation.title())
                .lowCardinalityKeyValues(lowCardinality(operation))
                .highCardinalityKeyValues(highCardinality(operation))
                .start();
        Observation.Scope scope = operation.kind().isInThread() ? observation.openScope() : Observation.Scope.NOOP;
        return failure -> {
            scope.close();
            if (failure != null) {
                observation.error(failure);
            }
            observation.stop();
        };
    }

    private static Observation.Context context(JobOperation operation) {
        return switch (operation.kind()) {
            case SEND -> {
                SenderContext<Map<String, String>> context = new SenderContext<>(
                        (headers, name, value) -> {
                            if (headers != null) {
                                headers.put(name, value);
                            }
                        },
                        Kind.PRODUCER);
                context.setCarrier(operation.headers());
                yield context;
            }
            case PROCESS -> {
                ReceiverContext<Map<String, String>> context =
                        new ReceiverContext<>((headers, name) -> headers.get(name), Kind.CONSUMER);
                context.setCarrier(operation.headers());
                yield context;
            }
            case RECEIVE, SETTLE -> new Observation.Context();
        };
    }

    private static KeyValues lowCardinality(JobOperation operation) {
        return KeyValues.of(
                KeyValue.of(JobOperation.SYSTEM, JobOperation.REEVE),
                KeyValue.of(JobOperation.TYPE, operation.kind().word()),
                KeyValue.of(JobOperation.DESTINATION, operation.queue()));
    }

    private static KeyValues highCardinality(JobOperation operation) {
        String job = operation.job();
        return job == null
                ? KeyValues.of(KeyValue.of(JobOperation.COUNT, Integer.toString(operation.count())))
                : KeyValues.of(KeyValue.of(JobOperation.MESSAGE, job));
    }
}
