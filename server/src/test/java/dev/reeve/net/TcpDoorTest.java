package dev.reeve.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.door.workq.WorkqDoor;
import dev.reeve.door.workq.WorkqSettings;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.testkit.Loopback;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Opening a door, and closing it without losing a reply. */
class TcpDoorTest {
    private static final String ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";

    @Test
    void a_port_in_use_is_reported() {
        try (TestServer server = TcpServer.start(JournalKind.LOCAL)) {
            InetSocketAddress taken = server.door("workq").address();
            WorkqDoor door = new WorkqDoor(server.node(), server.connections(), WorkqSettings.DEFAULTS);
            assertThatThrownBy(() -> TcpDoor.open(server.netty(), server.connections(), taken, door))
                    .isInstanceOf(IOException.class)
                    .hasMessageEndingWith("Address already in use");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_address_of_IPv4_is_not_open_to_IPv6(boolean epoll) throws IOException {
        TestServer.Options options = TestServer.Options.of(JournalKind.LOCAL);
        try (TestServer server = TcpServer.start(epoll ? options : options.withoutEpoll())) {
            assertThat(families(server, "0.0.0.0")).containsExactly("127.0.0.1");
            assertThat(families(server, "127.0.0.1")).containsExactly("127.0.0.1");
            assertThat(families(server, "::1")).containsExactly("::1");
            assertThat(families(server, "::")).contains("::1");
        }
    }

    private static List<String> families(TestServer server, String bind) throws IOException {
        WorkqDoor door = new WorkqDoor(server.node(), server.connections(), WorkqSettings.DEFAULTS);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(bind), 0);
        TcpDoor open = TcpDoor.open(server.netty(), server.connections(), address, door);
        try {
            return Loopback.accepting(open.address().getPort());
        } finally {
            open.stopAccepting();
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_clean_stop_answers_first(JournalKind kind) {
        try (TestServer server = TcpServer.start(kind)) {
            TestClient waiting = server.connect().send("lease ping 60000");
            TestClient running = server.connect().send("run " + ID + " pong 1000 60000 0", "");
            TestClient idle = server.connect();
            server.settle();
            TestClient busy = server.connect();
            busy.sendRaw(("add " + ID + " ping 1000 60000 0\r\n\r\n").repeat(100));
            busy.expect("-CLIENT-ERROR Duplicate job");
            server.door("workq").stopAccepting();
            CompletableFuture<Integer> stopped = server.connections().stop(10_000);
            waiting.expect("-TIMEOUT");
            waiting.expectClosed();
            running.expect("-TIMEOUT");
            running.expectClosed();
            idle.expectClosed();
            assertThat(busy.readToTheEnd()).matches("(-CLIENT-ERROR Duplicate job\r\n)*");
            waiting.close();
            running.close();
            idle.close();
            busy.close();
            int cut = stopped.orTimeout(10, TimeUnit.SECONDS).join();
            assertThat(cut).isZero();
            assertThat(server.connections().count()).isZero();
        }
    }

    @Test
    void who_still_waits_after_the_grace_is_cut() {
        try (TestServer server = TcpServer.start(JournalKind.LOCAL)) {
            server.connect().send("add " + ID + " ping 1000 60000 0", "").expect("+OK");
            TestClient waiting = server.connect().send("result " + ID + " 60000");
            server.settle();
            server.door("workq").stopAccepting();
            int cut = server.connections()
                    .stop(50)
                    .orTimeout(10, TimeUnit.SECONDS)
                    .join();
            assertThat(cut).isPositive();
            waiting.expectGone();
        }
    }
}
