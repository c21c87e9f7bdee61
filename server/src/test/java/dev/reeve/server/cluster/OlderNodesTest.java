package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.door.goqueue.GoqueueDoor;
import dev.reeve.door.goqueue.GoqueueSettings;
import dev.reeve.door.jobber.JobberSettings;
import dev.reeve.door.ocypod.OcypodSettings;
import dev.reeve.door.qless.QlessDoor;
import dev.reeve.door.qless.QlessSettings;
import dev.reeve.door.workq.WorkqDoor;
import dev.reeve.door.workq.WorkqSettings;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.net.http.HttpLimits;
import dev.reeve.net.http.HttpListener;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.node.Completion;
import dev.reeve.node.Requests;
import dev.reeve.server.HttpRoutes;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commands that an older node would stop at are refused in the words of each door, until the cluster behaves as their version does. */
class OlderNodesTest {
    private static final String REFUSED = "Not all nodes of the cluster have this version yet";

    private final TestServer server =
            new TestServer(TestServer.Options.of(JournalKind.LATE).asFollower(EngineVersion.CURRENT - 1));
    private final Requests newer = newer(server.node());

    @AfterEach
    void close() {
        server.close();
    }

    /** A command as if it had come with the current version. */
    private record Newer<R>(Command<R> known) implements Command<R> {
        @Override
        public CommandType type() {
            return known.type();
        }

        @Override
        public int sinceVersion() {
            return EngineVersion.CURRENT;
        }

        @Override
        public Outcome<R> apply(EngineState state) {
            return known.apply(state);
        }

        @Override
        public void write(ByteSink out) {
            known.write(out);
        }
    }

    /** What a door of the current version asks for. */
    private static Requests newer(Requests node) {
        return (Requests) Proxy.newProxyInstance(
                Requests.class.getClassLoader(), new Class<?>[] {Requests.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("submit")) {
                        submit(node, (Command<?>) arguments[0], arguments[1]);
                        return null;
                    }
                    try {
                        return method.invoke(node, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @SuppressWarnings("unchecked") // The completion is that of the command.
    private static <R> void submit(Requests node, Command<R> command, Object done) {
        Command<R> changed = command instanceof CommandGroup group
                ? (Command<R>) new CommandGroup(group.steps().stream()
                        .map(step -> step instanceof CommandGroup.Do one
                                ? new CommandGroup.Do(new Newer<>(one.command()))
                                : step)
                        .toList())
                : new Newer<>(command);
        node.submit(changed, (Completion<R>) done);
    }

    @Test
    void workq_until_all_have_the_version() {
        server.open("workq", new WorkqDoor(newer, server.connections(), WorkqSettings.DEFAULTS));
        TestClient client = server.connectTo("workq");
        client.sendRaw(WorkqRequests.add("6ba7b810-9dad-11d1-80b4-00c04fd430c4", "q", 1000, 1000, "x"));
        client.expect("-SERVER-ERROR " + REFUSED);
        assertThat(server.<Integer>ask(engine -> engine.readyCount("q"))).isZero();
        server.submit(new SetVersion(EngineVersion.CURRENT));
        client.sendRaw(WorkqRequests.add("6ba7b810-9dad-11d1-80b4-00c04fd430c4", "q", 1000, 1000, "x"));
        client.expect("+OK");
        assertThat(server.<Integer>ask(engine -> engine.readyCount("q"))).isOne();
    }

    @Test
    void goqueue() {
        server.open("goqueue", new GoqueueDoor(newer, GoqueueSettings.DEFAULTS));
        GoqueueClient client = new GoqueueClient(server.connectTo("goqueue"));
        client.raw().sendRaw(GoqueueRequests.add("q", 0, 60, new byte[1]));
        client.expect("ERROR", REFUSED);
    }

    @Test
    void calls_of_qless_and_transactions() {
        server.open("qless", new QlessDoor(newer, server.connections(), QlessSettings.DEFAULTS));
        RespClient client = new RespClient(server.connectTo("qless"));
        List<String> put = List.of("EVAL", "QlessAPI", "0", "put", "1", "w", "q", "jid", "klass", "{}", "0");
        client.send(put.toArray(String[]::new)).expect("-TRYAGAIN " + REFUSED);
        client.send("MULTI").expect("+OK");
        client.send(put.toArray(String[]::new)).expect("+QUEUED");
        client.send("EXEC").expect("-TRYAGAIN " + REFUSED);
    }

    @Test
    void the_http_doors() throws IOException {
        try (HttpListener listener =
                new HttpListener(HttpLimits.DEFAULTS, server.quota(), server.memoryBudget(), null)) {
            InetSocketAddress address = listener.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listener.serve(newer, HttpRoutes.of(OcypodSettings.DEFAULTS, JobberSettings.DEFAULTS));
            try (RawHttp http = new RawHttp(address)) {
                RawHttp.Answer jobber = http.call(HttpDoorRequest.of("POST", "/jobber/queue", "{\"type\":\"t\"}"));
                assertThat(jobber.status()).isEqualTo(503);
                assertThat(jobber.body()).isEqualTo("{\"error\":\"" + REFUSED + "\"}");
                RawHttp.Answer api = http.call(HttpDoorRequest.of("POST", "/v1/jobs", "{\"queue\":\"q\"}"));
                assertThat(api.status()).isEqualTo(503);
                assertThat(api.body()).startsWith("{\"type\":\"/problems/older-nodes\",\"title\":\"" + REFUSED);
            }
        }
    }
}
