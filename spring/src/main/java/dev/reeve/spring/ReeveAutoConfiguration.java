package dev.reeve.spring;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.client.ClientOptions;
import dev.reeve.client.Credentials;
import dev.reeve.client.Reeve;
import dev.reeve.client.observe.MicrometerObserver;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.observation.ObservationRegistry;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * A client and a worker from properties. What needs a library that the application does not have is left out. Compiled for Spring Boot 4;
 * in Spring Boot 3.5 a few classes have other names, and only those of the application's version are loaded.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@EnableConfigurationProperties(ReeveProperties.class)
public final class ReeveAutoConfiguration {
    private static final String WORKER = "reeve.worker.enabled";
    private static final String OUTBOX = "reeve.outbox";

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Reeve reeve(ReeveProperties properties, ObjectProvider<ClientCustomizer> customizers) {
        ClientOptions options = ClientOptions.DEFAULTS;
        for (ClientCustomizer customizer : customizers.orderedStream().toList()) {
            options = customizer.customize(options);
        }
        String token = properties.token();
        Credentials credentials =
                token == null || token.isBlank() ? Credentials.fromEnvironment() : Credentials.token(token);
        return Reeve.connect(properties.url(), credentials, options);
    }

    /** Static, so that it is there before the beans that it looks at. */
    @Bean
    static HandlerMethods reeveHandlerMethods() {
        return new HandlerMethods();
    }

    @Bean
    @ConditionalOnProperty(name = WORKER, matchIfMissing = true)
    WorkerLifecycle reeveWorker(
            Reeve reeve, ReeveProperties properties, HandlerMethods methods, Environment environment) {
        return new WorkerLifecycle(reeve, properties.worker(), methods, environment);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(TransactionSynchronizationManager.class)
    @ConditionalOnProperty(name = OUTBOX, havingValue = "none", matchIfMissing = true)
    static class Transactions {
        @Bean
        ClientCustomizer reeveAfterCommit() {
            return options -> options.addTiming(new AfterCommit());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = OUTBOX, havingValue = "jdbc")
    static class Outbox {
        @Bean
        OutboxTable reeveOutboxTable(DataSource source) {
            return new OutboxTable(source, System::currentTimeMillis);
        }

        @Bean
        ClientCustomizer reeveOutbox(OutboxTable table) {
            return options -> options.addTiming(table);
        }

        @Bean
        OutboxRelay reeveOutboxRelay(Reeve reeve, OutboxTable table) {
            return new OutboxRelay(reeve, table, System::currentTimeMillis);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JsonMapper.class)
    static class Json {
        @Bean
        @ConditionalOnBean(JsonMapper.class)
        ClientCustomizer reeveJson(JsonMapper mapper) {
            return options -> options.codec(new JsonMapperCodec(mapper));
        }
    }

    /** Applications of Spring Boot 3, and those of Spring Boot 4 that stay with Jackson 2. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObjectMapper.class)
    @ConditionalOnMissingBean(type = "tools.jackson.databind.json.JsonMapper")
    static class OlderJson {
        @Bean
        @ConditionalOnBean(ObjectMapper.class)
        ClientCustomizer reeveJson(ObjectMapper mapper) {
            return options -> options.codec(new ObjectMapperCodec(mapper));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    static class Observations {
        @Bean
        @ConditionalOnBean(ObservationRegistry.class)
        ClientCustomizer reeveObservations(ObservationRegistry registry) {
            return options -> options.observer(new MicrometerObserver(registry));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    @ConditionalOnProperty(name = WORKER, matchIfMissing = true)
    static class Health {
        @Bean
        @ConditionalOnMissingBean(name = "reeveHealthIndicator")
        HealthIndicator reeveHealthIndicator(WorkerLifecycle worker) {
            return new WorkerHealthIndicator(worker);
        }
    }

    /** Spring Boot 3 has the same classes in another package. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    @ConditionalOnMissingClass("org.springframework.boot.health.contributor.HealthIndicator")
    @ConditionalOnProperty(name = WORKER, matchIfMissing = true)
    static class ActuatorHealth {
        @Bean
        @ConditionalOnMissingBean(name = "reeveHealthIndicator")
        org.springframework.boot.actuate.health.HealthIndicator reeveHealthIndicator(WorkerLifecycle worker) {
            return new ActuatorHealthIndicator(worker);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    @ConditionalOnProperty(name = WORKER, matchIfMissing = true)
    static class Metrics {
        @Bean
        MeterBinder reeveWorkerMetrics(WorkerLifecycle worker) {
            return new WorkerMetrics(worker);
        }
    }
}
