package dev.reeve.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class LogContextTest {
    /** Whether handlers have the context in a program with nothing but the libraries of these classes. */
    private static boolean isFound(Class<?>... libraries) throws IOException {
        URL[] places = Stream.of(libraries)
                .map(each -> each.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        try (URLClassLoader program = new URLClassLoader(places, ClassLoader.getPlatformClassLoader())) {
            return LogContext.find(program) != null;
        }
    }

    @Test
    void a_program_that_does_not_log_with_slf4j_hears_nothing_of_it() throws Exception {
        assertThat(isFound()).isFalse();
        assertThat(isFound(MDC.class))
                .as("without a provider it would complain on stderr")
                .isFalse();
        assertThat(isFound(MDC.class, ch.qos.logback.classic.Logger.class, ch.qos.logback.core.Context.class))
                .isTrue();
    }
}
