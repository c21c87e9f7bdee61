package dev.reeve.spring;

import static dev.reeve.test.ReeveAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.client.Added;
import dev.reeve.client.JobContext;
import dev.reeve.client.JobType;
import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.TestReeve;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The starter in applications of several kinds, against a real server. */
@ReeveTest
@Timeout(120)
class StarterTest {
    record Order(String item, int count) {}

    private static final JobType<Order, String> PACK =
            JobType.of("order.pack", Order.class, String.class).queue("orders");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static class Packer {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch mayEnd = new CountDownLatch(1);

        @JobHandler("order.pack")
        String pack(Order order, JobContext job) {
            return order.count() + " " + order.item() + " of " + job.queue();
        }

        @JobHandler("order.slow")
        String slow(String text) throws InterruptedException {
            begun.countDown();
            mayEnd.await();
            return text;
        }

        @JobHandler("order.count")
        @JobSchedule(name = "count-${shop}", cron = "30 2 * * *", zone = "Europe/Berlin", payload = "{\"all\":true}")
        void count() {}

        @JobHandler("order.check")
        @JobSchedule(name = "check", every = "5m", queue = "checks")
        void check() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {
        @Bean
        Packer packer() {
            return new Packer();
        }
    }

    private static ApplicationContextRunner application(TestReeve reeve) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class))
                .withPropertyValues("reeve.url=" + reeve.server(), "reeve.worker.queues=orders", "shop=berlin");
    }

    private static JsonObject schedule(TestReeve reeve, String name) {
        return reeve.client().request("GET", "/v1/schedules/" + name).send().orElseThrow();
    }

    @Test
    void methods_work_on_jobs_and_schedules_are_put(TestReeve reeve) {
        application(reeve).withUserConfiguration(Shop.class).run(context -> {
            Added<String> added = context.getBean(Reeve.class).add(PACK.with(new Order("cups", 3)));
            assertThat(added.result(PATIENCE)).isEqualTo("3 cups of orders");
        });
        assertThat(schedule(reeve, "count-berlin").text("zone")).isEqualTo("Europe/Berlin");
        JsonObject job = Objects.requireNonNull(schedule(reeve, "count-berlin").object("job"));
        assertThat(job.text("queue")).isEqualTo("orders");
        assertThat(job.raw("payload").text()).isEqualTo("{\"all\":true}");
        assertThat(schedule(reeve, "check").text("every")).isEqualTo("5m");
    }

    @Test
    void an_application_needs_none_of_the_optional_libraries(TestReeve reeve) {
        application(reeve)
                .withUserConfiguration(Shop.class)
                .withClassLoader(new FilteredClassLoader(
                        ObservationRegistry.class,
                        MeterBinder.class,
                        HealthIndicator.class,
                        JsonMapper.class,
                        ObjectMapper.class,
                        JdbcTemplate.class,
                        TransactionSynchronizationManager.class))
                .run(context -> {
                    assertThat(context.getBeansOfType(ClientCustomizer.class)).isEmpty();
                    Added<String> added = context.getBean(Reeve.class).add(PACK.with(new Order("cups", 3)));
                    assertThat(added.result(PATIENCE)).isEqualTo("3 cups of orders");
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Watched {
        private static final List<String> OBSERVED = new CopyOnWriteArrayList<>();

        @Bean
        ObservationRegistry observationRegistry() {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new ObservationHandler<>() {
                @Override
                public void onStop(Observation.Context context) {
                    OBSERVED.add(context.getName() + " " + context.getContextualName());
                }

                @Override
                public boolean supportsContext(Observation.Context context) {
                    return true;
                }
            });
            return registry;
        }

        @Bean
        JsonMapper jsonMapper() {
            return JsonMapper.builder().build();
        }
    }

    @Test
    void health_figures_and_observations_are_those_of_the_application(TestReeve reeve) {
        application(reeve).withUserConfiguration(Shop.class, Watched.class).run(context -> {
            MeterRegistry meters = new SimpleMeterRegistry();
            context.getBean(MeterBinder.class).bindTo(meters);
            HealthIndicator health = context.getBean("reeveHealthIndicator", HealthIndicator.class);
            assertThat(context.getBean(Reeve.class)
                            .add(PACK.with(new Order("cups", 3)))
                            .result(PATIENCE))
                    .isEqualTo("3 cups of orders");
            assertThat(Objects.requireNonNull(health.health()).getStatus()).isEqualTo(Status.UP);
            assertThat(context.getBean(WorkerLifecycle.class).health()).isPresent();
            assertThat(meters.get("reeve.worker.healthy").gauge().value()).isEqualTo(1);
            assertThat(meters.get("reeve.worker.running").gauge().value()).isZero();
            assertThat(meters.get("reeve.worker.lost").functionCounter().count())
                    .isZero();
            context.getBean(WorkerLifecycle.class).stop();
            assertThat(Objects.requireNonNull(health.health()).getDetails()).containsEntry("worker", "none");
        });
        assertThat(Watched.OBSERVED)
                .contains(
                        "reeve.send send orders",
                        "reeve.receive receive orders",
                        "reeve.process process orders",
                        "reeve.settle settle orders");
    }

    @Test
    void the_end_of_the_application_waits_for_handlers(TestReeve reeve) {
        JobType<String, String> slow =
                JobType.of("order.slow", String.class, String.class).queue("orders");
        Added<String> added = reeve.client().add(slow.with("done"));
        application(reeve).withUserConfiguration(Shop.class).run(context -> {
            Packer packer = context.getBean(Packer.class);
            assertThat(packer.begun.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(context.getBean(WorkerLifecycle.class).getPhase())
                    .as("stops before web servers, which begin to stop in this phase")
                    .isGreaterThan(SmartLifecycle.DEFAULT_PHASE - 1024);
            Thread stopper = new Thread(context::close);
            stopper.start();
            stopper.join(200);
            assertThat(stopper.isAlive()).isTrue();
            packer.mayEnd.countDown();
            stopper.join();
        });
        assertThat(reeve.client().get(added.id()).orElseThrow().state()).isEqualTo("completed");
    }

    /** Transactions of nothing. */
    static final class Transactions extends AbstractPlatformTransactionManager {
        private static final long serialVersionUID = 1;

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }

    @Test
    void jobs_of_a_transaction_are_added_after_its_commit(TestReeve reeve) {
        TransactionTemplate transaction = new TransactionTemplate(new Transactions());
        application(reeve).run(context -> {
            Reeve client = context.getBean(Reeve.class);
            Added<String> added = Objects.requireNonNull(transaction.execute(status -> {
                Added<String> later = client.add(PACK.with(new Order("cups", 1)));
                client.batch(b -> b.add(PACK.with(new Order("cans", 1))));
                assertThat(reeve).hasNoJob(PACK);
                return later;
            }));
            assertThat(reeve.client().get(added.id())).isPresent();
            assertThat(reeve).hasJob(PACK).times(2);
            transaction.executeWithoutResult(status -> {
                client.add(PACK.with(new Order("cups", 2)));
                status.setRollbackOnly();
            });
            assertThat(reeve).hasJob(PACK).times(2);
            client.add(PACK.with(new Order("cups", 3)));
            assertThat(reeve).hasJob(PACK).times(3);
        });
    }

    @Test
    void an_application_may_only_add_jobs(TestReeve reeve) {
        application(reeve)
                .withUserConfiguration(Shop.class)
                .withPropertyValues("reeve.worker.enabled=false")
                .run(context -> {
                    assertThat(context.getBeansOfType(WorkerLifecycle.class)).isEmpty();
                    context.getBean(Reeve.class).add(PACK.with(new Order("cups", 3)));
                });
        assertThat(reeve).hasJob(PACK).inState("ready").times(1);
    }

    static class Twice {
        @JobHandler("order.pack")
        void again() {}
    }

    static class Greedy {
        @JobHandler("greedy")
        void both(String one, String two) {}
    }

    static class Undecided {
        @JobHandler("undecided")
        @JobSchedule(name = "undecided")
        void never() {}
    }

    private static void assertRefused(ApplicationContextRunner runner, String text) {
        runner.run(
                context -> assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(text));
    }

    @Test
    void mistakes_are_told_when_the_application_starts(TestReeve reeve) {
        ApplicationContextRunner shop = application(reeve).withUserConfiguration(Shop.class);
        assertRefused(shop.withPropertyValues("reeve.worker.queues="), "the property reeve.worker.queues has to name");
        assertRefused(shop.withBean(Twice.class), "jobs of type order.pack have two handlers");
        assertRefused(application(reeve).withBean(Greedy.class), "has more than one parameter for the payload");
        assertRefused(application(reeve).withBean(Undecided.class), "needs either cron or every");
    }
}
