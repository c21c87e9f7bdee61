package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonFactory;
import dev.reeve.client.ClientOptions;
import dev.reeve.client.Credentials;
import dev.reeve.client.JobType;
import dev.reeve.client.Reeve;
import dev.reeve.client.Worker;
import dev.reeve.client.observe.MicrometerObserver;
import dev.reeve.client.observe.OpenTelemetryObserver;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.TestReeve;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

/** What tracing libraries see of jobs, and that the client works without them. */
@ReeveTest
@Timeout(120)
class TracingTest {
    private static final JobType<String, String> ECHO =
            JobType.of("echo", String.class, String.class).queue("echoes");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Kept, because the JVM forgets the level of a logger that nobody holds. The client warns of an observer that fails. */
    private static final Logger LOG = Logger.getLogger("dev.reeve.client");

    static {
        LOG.setLevel(Level.OFF);
    }

    private final Map<String, String> seen = new ConcurrentHashMap<>();

    /** Runs one job to its end, and waits until its end is settled. */
    private String run(TestReeve reeve, ClientOptions options) {
        try (Reeve client = Reeve.connect(reeve.server(), Credentials.anonymous(), options);
                Worker worker = client.worker("echoes")
                        .handle(ECHO, (text, job) -> {
                            seen.put("span", Span.current().getSpanContext().getSpanId());
                            seen.put("job", String.valueOf(MDC.get("reeve.job")));
                            seen.put("queue", String.valueOf(MDC.get("reeve.queue")));
                            seen.putAll(job.headers());
                            if (text.equals("bad")) {
                                throw new IllegalStateException(text);
                            }
                            return text;
                        })
                        .start()) {
            String id = client.add(ECHO.with("hello")).id();
            client.await(id, PATIENCE);
            client.addAll(List.of(ECHO.with("bad").maxAttempts(1)));
            await().atMost(PATIENCE).until(() -> worker.health().finished() == 2);
            return id;
        }
    }

    private static final class Spans implements SpanExporter {
        private final List<SpanData> ended = new CopyOnWriteArrayList<>();

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            ended.addAll(spans);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }

        SpanData named(String name) {
            return ended.stream()
                    .filter(span -> span.getName().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static OpenTelemetrySdk telemetry(Spans spans) {
        return OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                        .build())
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
    }

    private static String attribute(SpanData span, String name) {
        return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
    }

    @Test
    void a_span_of_the_handler_is_linked_to_that_of_the_producer(TestReeve reeve) {
        Spans spans = new Spans();
        try (OpenTelemetrySdk telemetry = telemetry(spans)) {
            String id = run(reeve, ClientOptions.DEFAULTS.observer(OpenTelemetryObserver.of(telemetry)));
            SpanData send = spans.named("send echoes");
            SpanData process = spans.ended.stream()
                    .filter(span -> attribute(span, "messaging.message.id").equals(id)
                            && span.getName().equals("process echoes"))
                    .findFirst()
                    .orElseThrow();
            assertThat(process.getLinks())
                    .extracting(link -> link.getSpanContext().getSpanId())
                    .containsExactly(send.getSpanId());
            assertThat(attribute(process, "messaging.system")).isEqualTo("reeve");
            assertThat(attribute(process, "messaging.operation.type")).isEqualTo("process");
            assertThat(attribute(process, "messaging.destination.name")).isEqualTo("echoes");
            assertThat(spans.ended)
                    .extracting(SpanData::getName)
                    .contains("send echoes", "receive echoes", "process echoes", "settle echoes");
            assertThat(spans.ended.stream().flatMap(span -> span.getEvents().stream()))
                    .hasSize(1);
        }
        assertThat(seen.get("queue")).isEqualTo("echoes");
        assertThat(seen.get("job")).isNotEqualTo("null");
        assertThat(seen).containsKey("traceparent");
        assertThat(MDC.get("reeve.job")).isNull();
    }

    @Test
    void the_global_instance_is_used_from_the_moment_it_is_set(TestReeve reeve) {
        Spans spans = new Spans();
        run(reeve, ClientOptions.DEFAULTS);
        assertThat(GlobalOpenTelemetry.isSet()).isFalse();
        try (OpenTelemetrySdk telemetry = telemetry(spans)) {
            GlobalOpenTelemetry.set(telemetry);
            run(reeve, ClientOptions.DEFAULTS);
            assertThat(seen.get("span"))
                    .isIn(spans.ended.stream().map(SpanData::getSpanId).toList());
        } finally {
            GlobalOpenTelemetry.resetForTest();
        }
    }

    @Test
    void observations_carry_the_context_in_headers_and_an_observer_that_throws_costs_nothing(TestReeve reeve) {
        List<Observation.Context> ended = new CopyOnWriteArrayList<>();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStart(Observation.Context context) {
                if (context instanceof SenderContext<?> sender) {
                    inject(sender);
                }
            }

            private <C> void inject(SenderContext<C> sender) {
                sender.getSetter().set(sender.getCarrier(), "traceparent", "00-1-2-01");
            }

            @Override
            public void onStop(Observation.Context context) {
                ended.add(context);
                throw new IllegalStateException("an observer that fails");
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        run(reeve, ClientOptions.DEFAULTS.observer(new MicrometerObserver(registry)));
        assertThat(seen.get("traceparent")).isEqualTo("00-1-2-01");
        assertThat(ended.stream().filter(context -> context instanceof ReceiverContext))
                .hasSize(2);
        assertThat(ended.stream().filter(context -> context.getError() != null)).hasSize(1);
        assertThat(ended).extracting(Observation.Context::getName).contains("reeve.receive", "reeve.settle");
    }

    /** Runs in a class loader that has the client and jackson-core only. */
    public static final class Alone {
        private Alone() {}

        public static String run(String server) {
            JobType<String, String> echo =
                    JobType.of("echo", String.class, String.class).queue("echoes");
            try (Reeve client = Reeve.connect(URI.create(server), Credentials.anonymous());
                    Worker worker = client.worker("echoes")
                            .handle(
                                    echo,
                                    (text, job) -> text + " " + job.headers().size())
                            .start()) {
                return client.add(echo.with("alone")).result(Duration.ofSeconds(30)) + " "
                        + worker.health().isHealthy();
            }
        }
    }

    @Test
    void the_client_needs_none_of_the_libraries(TestReeve reeve) throws Exception {
        URL[] urls = Stream.of(Alone.class, Reeve.class, JsonFactory.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            Class<?> alone = loader.loadClass(Alone.class.getName());
            assertThat(alone.getClassLoader()).isSameAs(loader);
            Method run = alone.getMethod("run", String.class);
            assertThat(run.invoke(null, reeve.server().toString())).isEqualTo("alone 0 true");
        }
    }
}
