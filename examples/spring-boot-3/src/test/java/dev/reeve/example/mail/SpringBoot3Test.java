package dev.reeve.example.mail;

import static dev.reeve.test.ReeveAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import dev.reeve.client.Added;
import dev.reeve.client.Reeve;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.TestReeve;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.jackson.Jackson2ObjectMapperBuilderCustomizer;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The starter, compiled for Spring Boot 4, in an application of Spring Boot 3.5. */
@ReeveTest
@Timeout(120)
class SpringBoot3Test {
    record OrderLine(String itemName) {}

    private static final List<String> OBSERVED = new CopyOnWriteArrayList<>();

    @Configuration(proxyBeanMethods = false)
    static class Watched {
        @Bean
        MeterRegistry meterRegistry() {
            return new SimpleMeterRegistry();
        }

        @Bean
        Jackson2ObjectMapperBuilderCustomizer names() {
            return mapper -> mapper.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        }

        @Bean
        ObservationHandler<Observation.Context> observed() {
            return new ObservationHandler<>() {
                @Override
                public void onStop(Observation.Context context) {
                    OBSERVED.add(String.valueOf(context.getContextualName()));
                }

                @Override
                public boolean supportsContext(Observation.Context context) {
                    return true;
                }
            };
        }
    }

    private static ConfigurableApplicationContext run(TestReeve reeve, String... properties) {
        return new SpringApplicationBuilder(MailApplication.class, Watched.class)
                .properties(properties)
                .run("--reeve.url=" + reeve.server());
    }

    @Test
    void the_example_runs(TestReeve reeve) {
        assertThat(SpringBootVersion.getVersion()).startsWith("3.5.");
        MailApplication.main(new String[] {"--reeve.url=" + reeve.server()});
        assertThat(reeve).hasJob(Mailer.SEND).inState("completed").withResult("{\"text\":\"sent welcome to ann\"}");
        reeve.client().request("GET", "/v1/schedules/digest").send();
    }

    @Test
    void health_figures_observations_and_json_are_those_of_the_application(TestReeve reeve) {
        try (ConfigurableApplicationContext application = run(reeve)) {
            Reeve client = application.getBean(Reeve.class);
            Added<Receipt> added = client.add(Mailer.SEND.with(new SendEmail("ann", "hi")));
            assertThat(added.result(Duration.ofSeconds(30))).isEqualTo(new Receipt("sent hi to ann"));
            client.add(dev.reeve.client.JobType.of("line", OrderLine.class)
                    .queue("others")
                    .with(new OrderLine("cup")));
            HealthIndicator health = application.getBean("reeveHealthIndicator", HealthIndicator.class);
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails()).containsEntry("lost", 0L);
            assertThat(application
                            .getBean(MeterRegistry.class)
                            .get("reeve.worker.healthy")
                            .gauge()
                            .value())
                    .isEqualTo(1);
            assertThat(application.getBean(ObservationRegistry.class).isNoop()).isFalse();
        }
        assertThat(reeve.jobs(new dev.reeve.client.JobQuery().queue("others"))
                        .get(0)
                        .payload()
                        .text())
                .isEqualTo("{\"item_name\":\"cup\"}");
        assertThat(OBSERVED).contains("send mail", "receive mail", "process mail", "settle mail");
    }

    @Test
    void jobs_of_a_transaction_wait_for_its_commit_and_may_be_kept_in_a_table(TestReeve reeve) {
        try (ConfigurableApplicationContext application = run(reeve, "reeve.worker.enabled=false")) {
            rollBackAndCommit(application);
        }
        assertThat(reeve).hasJob(Mailer.SEND).times(1);
        String table = "CREATE TABLE reeve_outbox (id VARCHAR(36) PRIMARY KEY, created BIGINT, path VARCHAR(100),"
                + " body TEXT, problem VARCHAR(1000))";
        String url = "spring.datasource.url=jdbc:h2:mem:boot3;DB_CLOSE_DELAY=-1";
        try (ConfigurableApplicationContext application = run(reeve, "reeve.worker.enabled=false", url)) {
            application.getBean(JdbcTemplate.class).execute(table);
        }
        try (ConfigurableApplicationContext application =
                run(reeve, "reeve.worker.enabled=false", "reeve.outbox=jdbc", url)) {
            rollBackAndCommit(application);
        }
        assertThat(reeve).hasJob(Mailer.SEND).times(2);
    }

    private static void rollBackAndCommit(ConfigurableApplicationContext application) {
        Reeve client = application.getBean(Reeve.class);
        TransactionTemplate transaction =
                new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
        transaction.executeWithoutResult(status -> {
            client.add(Mailer.SEND.with(new SendEmail("nobody", "hi")));
            status.setRollbackOnly();
        });
        transaction.executeWithoutResult(status -> client.add(Mailer.SEND.with(new SendEmail("bob", "hi"))));
    }
}
