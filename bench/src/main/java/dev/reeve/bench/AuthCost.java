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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/**
 * Measures the CPU time of an auth file: one server with it and two without, in separate processes, process jobs of three requests.
 * All do so at the same time: what other programs do, and what the machine's neighbours do to its caches, then costs all alike. The second
 * server without is the control: how far it is from the first one is what the measurement itself gets wrong, mostly because each process
 * compiles its code a little differently. So there are several sets of processes, which start in another order each time.
 *
 * <p>Each client has two connections, which it keeps: a producer adds jobs, a worker takes and completes them. Those of Workq log in once;
 * each request of Ocypod tells its token. Run it with {@code bench/run AuthCost [TURNS] [workq|ocypod|both] [SETS]}.
 */
public final class AuthCost {
    private static final long WARM_UP_REQUESTS = 300_000;
    private static final int CLIENTS_EACH = 4;
    private static final long TURN_NANOS = 3_000_000_000L;
    private static final String QUEUE = "q";
    private static final String AUTH_FILE = "auth.toml";

    private final Map<Side, ForkedReeve> servers;
    private final Map<Role, String> tokens;
    private final Path folder;

    /** A server of a set. */
    private enum Side {
        WITHOUT,
        CONTROL,
        WITH
    }

    /** The CPU time of a request in one turn: of the process, and of the server's own threads in it. */
    private record Micros(long requests, double process, double own) {}

    /** The ratios of all turns of a door. */
    private record Ratios(List<Double> cost, List<Double> control) {
        Ratios() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        void add(Map<Side, Micros> turn, ToDoubleFunction<Micros> figure) {
            double without = figure.applyAsDouble(turn.get(Side.WITHOUT));
            double second = figure.applyAsDouble(turn.get(Side.CONTROL));
            cost.add(figure.applyAsDouble(turn.get(Side.WITH)) / ((without + second) / 2));
            control.add(second / without);
        }

        String show() {
            return CostComparison.Ratios.show(cost) + ", control " + CostComparison.Ratios.show(control);
        }
    }

    private AuthCost(Path folder, Map<Role, String> tokens, Map<Side, ForkedReeve> servers) {
        this.folder = folder;
        this.tokens = tokens;
        this.servers = servers;
    }

    public static void main(String[] arguments) throws Exception {
        int turns = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8;
        String wanted = arguments.length > 1 ? arguments[1] : "both";
        int sets = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 3;
        Path folder = Files.createTempDirectory("reeve-auth-cost");
        AuthFileEditor editor = new AuthFileEditor(new AuthFile(folder.resolve(AUTH_FILE)));
        Map<Role, String> tokens = new EnumMap<>(Role.class);
        for (Role role : List.of(Role.PRODUCER, Role.WORKER, Role.OPERATOR)) {
            tokens.put(role, editor.addToken(role.word(), role, QueuePatterns.of(List.of(QUEUE + "*", "!x")), null));
        }
        for (String door : wanted.equals("both") ? List.of("workq", "ocypod") : List.of(wanted)) {
            Ratios process = new Ratios();
            Ratios own = new Ratios();
            for (int set = 0; set < sets; set++) {
                AuthCost cost = new AuthCost(folder, tokens, new EnumMap<>(Side.class));
                try {
                    cost.start(door + set, set);
                    cost.compare(door, turns, process, own);
                } finally {
                    cost.servers.values().forEach(ForkedReeve::close);
                }
            }
            System.out.printf(
                    "%s: CPU time per request with a token / without, median of %d turns: process %s; own threads %s%n",
                    door, process.cost.size(), process.show(), own.show());
        }
    }

    /** Starts a set of servers, another one first each time. */
    private void start(String name, int first) throws IOException {
        Side[] sides = Side.values();
        for (int i = 0; i < sides.length; i++) {
            Side side = sides[(first + i) % sides.length];
            List<String> settings =
                    new ArrayList<>(List.of("durability=os", "busy-poll=off", "workq.port=0", "http.port=0"));
            if (side == Side.WITH) {
                settings.add("auth.file=" + folder.resolve(AUTH_FILE));
            }
            servers.put(side, ForkedReeve.start(folder.resolve(name + side), settings.toArray(String[]::new)));
        }
    }

    private void compare(String door, int turns, Ratios process, Ratios own) throws InterruptedException {
        Map<Side, Clients> clients = new EnumMap<>(Side.class);
        try {
            servers.forEach((side, server) -> clients.put(side, new Clients(door, side, server)));
            warmUp(clients);
            for (int i = 0; i < turns; i++) {
                Map<Side, Micros> turn = turn(clients);
                process.add(turn, Micros::process);
                own.add(turn, Micros::own);
                turn.forEach((side, micros) -> System.out.printf(
                        Locale.ROOT,
                        "%s %s: %.2f us, own threads %.2f us%n",
                        door,
                        side.name().toLowerCase(Locale.ROOT),
                        micros.process,
                        micros.own));
            }
        } finally {
            clients.values().forEach(Clients::close);
        }
    }

    /** Until each server has answered so many requests that its code is compiled. */
    private static void warmUp(Map<Side, Clients> clients) throws InterruptedException {
        Map<Side, Long> answered = new EnumMap<>(Side.class);
        do {
            turn(clients).forEach((side, micros) -> answered.merge(side, micros.requests, Long::sum));
        } while (Collections.min(answered.values()) < WARM_UP_REQUESTS);
    }

    /** All servers work at the same time. */
    private static Map<Side, Micros> turn(Map<Side, Clients> clients) throws InterruptedException {
        long until = System.nanoTime() + TURN_NANOS;
        Map<Side, Turn> begun = new EnumMap<>(Side.class);
        clients.forEach((side, all) -> begun.put(side, new Turn(all, until)));
        Map<Side, Micros> micros = new EnumMap<>(Side.class);
        for (Map.Entry<Side, Turn> turn : begun.entrySet()) {
            micros.put(turn.getKey(), turn.getValue().end());
        }
        return micros;
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

        Clients(String door, Side side, ForkedReeve server) {
            this.server = server;
            try (DoorClient operator = connect(door, side, server, Role.OPERATOR)) {
                for (int i = 0; i < CLIENTS_EACH; i++) {
                    String queue = QUEUE + i;
                    if (operator instanceof OcypodClient ocypod) {
                        ocypod.declare(queue, "{\"expires_after\":\"1ms\"}");
                    }
                    all.add(new Client(
                            queue,
                            connect(door, side, server, Role.PRODUCER),
                            connect(door, side, server, Role.WORKER)));
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
        private final Duration ownBefore;

        Turn(Clients clients, long until) {
            this.server = clients.server;
            this.before = server.cpu();
            this.ownBefore = server.ownThreadsCpu();
            for (Client client : clients.all) {
                Thread thread = new Thread(() -> requests.addAndGet(client.talk(until)));
                thread.start();
                threads.add(thread);
            }
        }

        /** Waits for the end of the turn. */
        Micros end() throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
            long answered = requests.get();
            return new Micros(
                    answered,
                    server.cpu().minus(before).toNanos() / 1000.0 / answered,
                    server.ownThreadsCpu().minus(ownBefore).toNanos() / 1000.0 / answered);
        }
    }

    private DoorClient connect(String door, Side side, ForkedReeve server, Role role) {
        TestClient socket = new TestClient(server.port(door.equals("workq") ? "workq" : "http"));
        String token = side == Side.WITH ? tokens.getOrDefault(role, "") : "";
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
