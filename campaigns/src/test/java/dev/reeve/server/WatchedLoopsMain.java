package dev.reeve.server;

import com.sun.management.GarbageCollectionNotificationInfo;
import dev.reeve.net.NettyLoop;
import dev.reeve.testkit.LoopWatch;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * The server, whose loops and collections are measured. Arguments: {@code key=value}. Each line from the parent process
 * prints the figures since the last one on stderr, in lines that begin with {@code watch:}.
 */
public final class WatchedLoopsMain {
    private static final AtomicLong LONGEST_PAUSE_MILLIS = new AtomicLong();
    private static final AtomicLong PAUSES = new AtomicLong();

    private WatchedLoopsMain() {}

    public static void main(String[] words) throws Exception {
        SettingsReader reader = new SettingsReader();
        for (String word : words) {
            reader.readAssignment(word);
        }
        Server server = new Server(reader.settings());
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(server.stop() ? 0 : 1)));
        server.start();
        LoopWatch node = watch("loop", ((NodeRuntime) field(server, "runtime")).loop());
        LoopWatch http = watch("http", (NettyLoop) field(field(server, "http"), "loop"));
        ManagementFactory.getGarbageCollectorMXBeans().forEach(WatchedLoopsMain::watch);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        while (in.readLine() != null) {
            node.print();
            http.print();
            System.err.printf(
                    "watch: collections %d, longest pause %d ms%n",
                    PAUSES.getAndSet(0), LONGEST_PAUSE_MILLIS.getAndSet(0));
        }
        new CountDownLatch(1).await();
    }

    private static LoopWatch watch(String name, NettyLoop loop) {
        return LoopWatch.of(name, loop.eventLoop());
    }

    private static void watch(GarbageCollectorMXBean collector) {
        if (!collector.getName().contains("Concurrent")) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, handback) -> {
                                long millis = GarbageCollectionNotificationInfo.from(
                                                (CompositeData) notification.getUserData())
                                        .getGcInfo()
                                        .getDuration();
                                PAUSES.incrementAndGet();
                                LONGEST_PAUSE_MILLIS.accumulateAndGet(millis, Math::max);
                            },
                            null,
                            null);
        }
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
