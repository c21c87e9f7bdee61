package dev.reeve.bench;

import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.bench.load.Door;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures the CPU time of an auth file: one server with it and one without, in separate processes, alternately process jobs of three
 * requests. Connections are kept. Those of Workq log in once; each request of Ocypod tells its token. The token has the role admin,
 * whose changes would be written to the log: so there is one token for adding jobs and working on them, and the log is off. Run it with
 * {@code bench/run AuthCost [PAIRS] [CONNECTIONS] [DEPTH]}; the depth is the number of commands in flight per client.
 */
public final class AuthCost {
    private AuthCost() {}

    public static void main(String[] arguments) throws Exception {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        int connections = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 16;
        int depth = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        Path folder = Files.createTempDirectory("reeve-auth-cost");
        Path authFile = folder.resolve("auth.toml");
        String token = new AuthFileEditor(new AuthFile(authFile))
                .addToken("bench", Role.ADMIN, QueuePatterns.of(List.of("q*")), null);
        String[] common = {"durability=os", "busy-poll=off", "workq.port=0", "http.port=0"};
        String[] locked = Stream.concat(Arrays.stream(common), Stream.of("auth.file=" + authFile))
                .toArray(String[]::new);
        try (ForkedReeve without = ForkedReeve.start(folder.resolve("without"), common);
                ForkedReeve with = ForkedReeve.start(folder.resolve("with"), locked)) {
            for (Door door : List.of(Door.WORKQ, Door.OCYPOD)) {
                CostComparison.Ratios ratios = new CostComparison(
                                pairs, door, door.withToken(token), connections, depth)
                        .run("without", without, "with", with);
                System.out.printf(
                        "%s, %d connections, depth %d: CPU time per request with a token / without, median of %d pairs %s%n",
                        door.name(), connections, depth, pairs, CostComparison.Ratios.show(ratios.cpu()));
            }
        }
    }
}
