package dev.reeve.spring;

import dev.reeve.client.ClientOptions;
import dev.reeve.client.Credentials;
import dev.reeve.client.Reeve;
import dev.reeve.client.observe.MicrometerObserver;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/** A client and a worker from properties. What needs a library that the application does not have is left out. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@EnableConfigurationProperties(ReeveProperties.class)
public final class ReeveAutoConfiguration {
    private static final String WORKER = "reeve.worker.enabled";

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
    static class Transactions {
        @Bean
        ClientCustomizer reeveAfterCommit() {
            return options -> options.addTiming(new AfterCommit());
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
