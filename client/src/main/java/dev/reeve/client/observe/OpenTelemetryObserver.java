package dev.reeve.client.observe;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a span of OpenTelemetry of every operation. The context of the producer travels in the headers of jobs; the span of the handler
 * is linked to it and belongs to a trace of its own, because jobs may run long after they were added.
 */
public final class OpenTelemetryObserver implements JobObserver {
    private static final String SCOPE = "dev.reeve.client";

    private final Supplier<OpenTelemetry> source;

    private OpenTelemetryObserver(Supplier<OpenTelemetry> source) {
        this.source = source;
    }

    public static OpenTelemetryObserver of(OpenTelemetry openTelemetry) {
        return new OpenTelemetryObserver(() -> openTelemetry);
    }

    /** Uses the global instance, from the moment at which the program has set it. */
    public static OpenTelemetryObserver global() {
        // An older version of the library has no such method, which is found out here.
        GlobalOpenTelemetry.isSet();
        return new OpenTelemetryObserver(GlobalOpenTelemetry::getOrNoop);
    }

    private static final class HeaderGetter implements TextMapGetter<Map<String, String>> {
        @Override
        public Iterable<String> keys(Map<String, String> headers) {
            return headers.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> headers, String name) {
            return headers == null ? null : headers.get(name);
        }
    }

    private static final HeaderGetter HEADERS = new HeaderGetter();

    @Override
    @SuppressWarnings("MustBeClosedChecker") // Closed when the operation ends, in the same thread.
    public Running begin(JobOperation operation) {
        OpenTelemetry telemetry = source.get();
        Span span = start(telemetry, operation);
        Scope scope = operation.kind().isInThread() ? span.makeCurrent() : Scope.noop();
        if (operation.kind() == JobOperation.Kind.SEND) {
            telemetry
                    .getPropagators()
                    .getTextMapPropagator()
                    .inject(Context.current(), operation.headers(), (headers, name, value) -> {
                        if (headers != null) {
                            headers.put(name, value);
                        }
                    });
        }
        return failure -> {
            scope.close();
            if (failure != null) {
                span.setStatus(StatusCode.ERROR);
                span.recordException(failure);
            }
            span.end();
        };
    }

    private static Span start(OpenTelemetry telemetry, JobOperation operation) {
        SpanBuilder builder = telemetry
                .getTracer(SCOPE)
                .spanBuilder(operation.title())
                .setSpanKind(kind(operation))
                .setAttribute(JobOperation.SYSTEM, JobOperation.REEVE)
                .setAttribute(JobOperation.TYPE, operation.kind().word());
        if (!operation.queue().isEmpty()) {
            builder.setAttribute(JobOperation.DESTINATION, operation.queue());
        }
        String job = operation.job();
        if (job == null) {
            builder.setAttribute(JobOperation.COUNT, operation.count());
        } else {
            builder.setAttribute(JobOperation.MESSAGE, job);
        }
        if (operation.kind() == JobOperation.Kind.PROCESS) {
            Context producer = telemetry
                    .getPropagators()
                    .getTextMapPropagator()
                    .extract(Context.root(), operation.headers(), HEADERS);
            builder.addLink(Span.fromContext(producer).getSpanContext());
        }
        return builder.startSpan();
    }

    private static SpanKind kind(JobOperation operation) {
        return switch (operation.kind()) {
            case SEND -> SpanKind.PRODUCER;
            case PROCESS -> SpanKind.CONSUMER;
            case RECEIVE, SETTLE -> SpanKind.CLIENT;
        };
    }
}
