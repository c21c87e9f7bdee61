package dev.reeve.bench;

import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.Violation;
import dev.reeve.testkit.WorkqClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Measures the CPU time of an auth file: one server with it and one without, in separate processes, process jobs of three requests.
 * Both do so at the same time: what other programs do, and what the machine's neighbours do to its caches, then costs both alike. Each
 * client has two connections, which it keeps: a producer adds jobs, a worker takes and completes them. Those of Workq log in once;
 * each request of Ocypod tells its token. Run it with {@code bench/run AuthCost [TURNS] [workq|ocypod]}.
 */
public final class AuthCost {
    private static final int WARM_UPS = 7;
    private static final int CLIENTS_EACH = 4;
    private static final long TURN_NANOS = 3_000_000_000L;
    private static final String QUEUE = "q";

    private final ForkedReeve open;
    private final ForkedReeve locked;
    private final Map<Role, String> tokens;
    private final int turns;

    private AuthCost(ForkedReeve open, ForkedReeve locked, Map<Role, String> tokens, int turns) {
        this.open = open;
        this.locked = locked;
        this.tokens = tokens;
        this.turns = turns;
    }

    public static void main(String[] arguments) throws Exception {
        int turns = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        Path folder = Files.createTempDirectory("reeve-auth-cost");
        Path authFile = folder.resolve("auth.toml");
        AuthFileEditor editor = new AuthFileEditor(new AuthFile(authFile));
        Map<Role, String> tokens = new EnumMap<>(Role.class);
        for (Role role : List.of(Role.PRODUCER, Role.WORKER, Role.OPERATOR)) {
            tokens.put(role, editor.addToken(role.word(), role, QueuePatterns.of(List.of(QUEUE + "*", "!x")), null));
        }
        String[] common = {"durability=os", "busy-poll=off", "workq.port=0", "http.port=0"};
        String[] withAuth = Stream.concat(Arrays.stream(common), Stream.of("auth.file=" + authFile))
                .toArray(String[]::new);
        try (ForkedReeve open = ForkedReeve.start(folder.resolve("open"), common);
                ForkedReeve locked = ForkedReeve.start(folder.resolve("locked"), withAuth)) {
            AuthCost cost = new AuthCost(open, locked, tokens, turns);
            for (String door : arguments.length > 1 ? List.of(arguments[1]) : List.of("workq", "ocypod")) {
                cost.compare(door);
            }
        }
    }

    private void compare(String door) throws InterruptedException {
        List<Double> ratios = new ArrayList<>();
        try (Clients without = new Clients(door, open);
                Clients with = new Clients(door, locked)) {
            for (int i = -WARM_UPS; i < turns; i++) {
                long until = System.nanoTime() + TURN_NANOS;
                Turn free = new Turn(without, until);
                Turn guarded = new Turn(with, until);
                double ratio = guarded.microsPerRequest() / free.microsPerRequest();
                System.out.printf(
                        Locale.ROOT,
                        "%s: without %.2f us, with a token %.2f us, ratio %.3f%s%n",
                        door,
                        free.microsPerRequest(),
                        guarded.microsPerRequest(),
                        ratio,
                        i < 0 ? " (warm-up)" : "");
                if (i >= 0) {
                    ratios.add(ratio);
                }
            }
        }
        System.out.printf(
                "%s: CPU time per request with a token / without, median of %d turns %s%n",
                door, turns, CostComparison.Ratios.show(ratios));
    }

    /** A producer and a worker with a queue of their own. They keep their connections, so that no login is measured. */
    private record Client(String queue, DoorClient producer, DoorClient worker) {
        /** Adds, takes and completes jobs, and returns the number of requests. */
        long talk(long until) {
            long requests = 0;
            while (System.nanoTime() < until) {
                producer.add(queue, "{\"to\":\"ann\",\"n\":1}");
                worker.complete(Objects.requireNonNull(worker.acquire(queue)));
                requests += 3;
            }
            return requests;
        }
    }

    /** The clients of one server. */
    private final class Clients implements AutoCloseable {
        private final ForkedReeve server;
        private final List<Client> all = new ArrayList<>();

        Clients(String door, ForkedReeve server) {
            this.server = server;
            try (DoorClient operator = connect(door, server, Role.OPERATOR)) {
                for (int i = 0; i < CLIENTS_EACH; i++) {
                    String queue = QUEUE + i;
                    if (operator instanceof OcypodClient ocypod) {
                        ocypod.declare(queue, "{\"expires_after\":\"1ms\"}");
                    }
                    all.add(new Client(
                            queue, connect(door, server, Role.PRODUCER), connect(door, server, Role.WORKER)));
                }
            }
        }

        @Override
        public void close() {
            for (Client client : all) {
                client.producer.close();
                client.worker.close();
            }
        }
    }

    /** What the clients of one server do until a time. */
    private static final class Turn {
        private final AtomicLong requests = new AtomicLong();
        private final List<Thread> threads = new ArrayList<>();
        private final ForkedReeve server;
        private final Duration before;
        private double microsPerRequest;

        Turn(Clients clients, long until) {
            this.server = clients.server;
            this.before = server.cpu();
            for (Client client : clients.all) {
                Thread thread = new Thread(() -> requests.addAndGet(client.talk(until)));
                thread.start();
                threads.add(thread);
            }
        }

        /** Waits for the end of the turn. */
        double microsPerRequest() throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
            if (microsPerRequest == 0) {
                microsPerRequest = server.cpu().minus(before).toNanos() / 1000.0 / requests.get();
            }
            return microsPerRequest;
        }
    }

    private DoorClient connect(String door, ForkedReeve server, Role role) {
        TestClient socket = new TestClient(server.port(door.equals("workq") ? "workq" : "http"));
        String token = server == locked ? tokens.getOrDefault(role, "") : "";
        if (door.equals("ocypod")) {
            return new OcypodClient(new RawHttp(socket, token.isEmpty() ? "" : "Authorization: Bearer " + token));
        }
        if (!token.isEmpty()) {
            String reply = socket.ask("auth " + token);
            if (!reply.equals("+OK")) {
                throw new Violation("the login was answered " + reply);
            }
        }
        return new WorkqClient(socket);
    }
}
