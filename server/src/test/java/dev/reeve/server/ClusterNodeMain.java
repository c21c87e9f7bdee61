package dev.reeve.server;

import dev.reeve.cluster.Replica;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineVersion;
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
 * A node of a cluster that can be made to misbehave. Arguments: {@code key=value}. The property {@code reeve.engine-version} lets it say that it
 * has another version of the engine. Lines from the parent process: {@code diverge} changes its state beside the log, {@code poison} puts an entry into
 * the log that no node can apply; any other is repeated with the version of the engine that it behaves as.
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
        int version = Integer.getInteger("reeve.engine-version", EngineVersion.CURRENT);
        Machine machine = new Machine(Machine.REAL.disks(), Machine.REAL.clock(), version);
        Server server = new Server(reader.settings(), machine);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(server.stop() ? 0 : 1)));
        server.start();
        NodeRuntime running = (NodeRuntime) field(server, "runtime");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = lines.readLine()) != null) {
            String asked = line;
            if (asked.equals("poison")) {
                poison(running);
                continue;
            }
            running.node().observe(view -> {
                if (asked.equals("diverge")) {
                    Engine engine = (Engine) view;
                    long other = engine.memoryLimitBytes() - 1;
                    engine.apply(new Entry<>(engine.atMicros(), 0, new SetMemoryLimit(other)), Effects.NONE);
                    log.info("the state is another one now");
                } else {
                    log.info("{} behaves as engine version {}.", asked, view.version());
                }
            });
        }
    }
}
