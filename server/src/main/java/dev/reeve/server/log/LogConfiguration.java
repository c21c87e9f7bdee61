package dev.reeve.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;

/**
 * How the program logs until its settings are known: all lines go to stderr, from info on, those of Netty and JRaft from warn on. It
 * is code because reading a file takes logback a quarter of the processor time of a start. A file that the system property
 * {@code logback.configurationFile} names takes its place.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class LogConfiguration extends ContextAwareBase implements Configurator {
    private static final String FILE = "logback.configurationFile";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty(FILE) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        StderrAppender stderr = new StderrAppender();
        stderr.setContext(context);
        stderr.setName("STDERR");
        stderr.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(stderr);
        context.getLogger("io.netty").setLevel(Level.WARN);
        context.getLogger("com.alipay").setLevel(Level.WARN);
        // Twice a second while another node is away, of which the cluster tells once itself.
        context.getLogger("com.alipay.sofa.jraft.core.Replicator").setLevel(Level.ERROR);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
