package dev.reeve.server;

import dev.reeve.cluster.Replica;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.SetMemoryLimit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node of a cluster that can be made to misbehave. Arguments: {@code key=value}. Lines from the parent process: {@code diverge} changes its state
 * beside the log, {@code poison} puts an entry into the log that no node can apply.
 */
public final class ClusterNodeMain {
    private static final Logger log = LoggerFactory.getLogger(ClusterNodeMain.class);

    private ClusterNodeMain() {}

    /** Bytes that are no command, as from a node with a bug. */
    private static void poison(NodeRuntime running) throws ReflectiveOperationException {
        Object member = field(running.entries(), "member");
        Replica replica = (Replica) field(member, "replica");
        running.onLoop(() -> replica.submit(new byte[] {-1, -1, -1}, new Replica.Submission() {
            @Override
            public void applied(long atMicros, long seed) {
                throw new IllegalStateException("the bug");
            }

            @Override
            public void unknown() {}
        }));
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    public static void main(String[] words) throws IOException, ReflectiveOperationException {
        SettingsReader reader = new SettingsReader();
        for (String word : words) {
            reader.readAssignment(word);
        }
        Server server = new Server(reader.settings());
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(server.stop() ? 0 : 1)));
        server.start();
        NodeRuntime running = EngineOf.runtime(server);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = lines.readLine()) != null) {
            switch (line) {
                case "poison" -> poison(running);
                case "diverge" -> running.node().observe(view -> diverge((Engine) view));
                default -> throw new IllegalArgumentException(line);
            }
        }
    }

    private static void diverge(Engine engine) {
        long other = engine.memoryLimitBytes() - 1;
        engine.apply(new Entry<>(engine.atMicros(), 0, new SetMemoryLimit(other)), Effects.NONE);
        log.info("the state is another one now");
    }
}
