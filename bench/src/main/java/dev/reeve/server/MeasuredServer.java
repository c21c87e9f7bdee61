package dev.reeve.server;

import dev.reeve.testkit.LoopWatch;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The server, which measures the turns of the node's loop. Arguments: {@code key=value}. Each line from the parent process
 * prints the figures since the last one on stderr.
 */
public final class MeasuredServer {
    private MeasuredServer() {}

    public static void main(String[] words) throws Exception {
        SettingsReader reader = new SettingsReader();
        for (String word : words) {
            reader.readAssignment(word);
        }
        Server server = new Server(reader.settings());
        server.start();
        Field runtime = Server.class.getDeclaredField("runtime");
        runtime.setAccessible(true);
        NodeRuntime running = (NodeRuntime) Objects.requireNonNull(runtime.get(server));
        LoopWatch watch = LoopWatch.of("loop", running.loop().eventLoop());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        while (in.readLine() != null) {
            watch.print();
        }
        server.stop();
    }
}
