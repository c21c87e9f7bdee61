package dev.reeve.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LogConfigurationTest {
    private static final String FILE = "logback.configurationFile";

    private final LoggerContext context = new LoggerContext();

    @Test
    void all_lines_go_to_stderr_and_nowhere_else() {
        configure(null);
        List<Appender<ILoggingEvent>> appenders = new ArrayList<>();
        for (Logger logger : context.getLoggerList()) {
            logger.iteratorForAppenders().forEachRemaining(appenders::add);
        }
        assertThat(appenders).hasExactlyElementsOfTypes(StderrAppender.class);
        assertThat(appenders.get(0).isStarted()).isTrue();
        assertThat(context.getLogger("dev.reeve").getEffectiveLevel()).isEqualTo(Level.INFO);
        assertThat(context.getLogger("io.netty.channel").getEffectiveLevel()).isEqualTo(Level.WARN);
        assertThat(context.getLogger("com.alipay.sofa.jraft.core.NodeImpl").getEffectiveLevel())
                .isEqualTo(Level.WARN);
        assertThat(context.getLogger("com.alipay.sofa.jraft.core.Replicator").getEffectiveLevel())
                .isEqualTo(Level.ERROR);
    }

    @Test
    void a_file_that_is_named_takes_its_place() {
        assertThat(configure("some.xml")).isEqualTo(Configurator.ExecutionStatus.INVOKE_NEXT_IF_ANY);
        assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME)
                        .iteratorForAppenders()
                        .hasNext())
                .isFalse();
    }

    @Test
    void logback_finds_it() {
        assertThat(ServiceLoader.load(Configurator.class)).hasExactlyElementsOfTypes(LogConfiguration.class);
    }

    private Configurator.ExecutionStatus configure(@Nullable String file) {
        String before = System.getProperty(FILE, "");
        try {
            if (file == null) {
                System.clearProperty(FILE);
            } else {
                System.setProperty(FILE, file);
            }
            return new LogConfiguration().configure(context);
        } finally {
            System.setProperty(FILE, before);
        }
    }
}
