package dev.reeve.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.bench.LiveServer;
import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.LoadException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class QlessContestTest {
    @TempDir
    private Path folder;

    @Test
    void a_server_has_to_run_the_script() throws Exception {
        Path script = Files.writeString(folder.resolve("qless.lua"), "-- QlessAPI");
        QlessContest contest = QlessContest.of(script);
        try (LiveServer server = new LiveServer(folder.resolve("data"))) {
            assertThatCode(() -> contest.requireAnswers(server.port(Door.QLESS)))
                    .doesNotThrowAnyException();
        }
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread peer = new Thread(() -> refuse(listener));
            peer.start();
            assertThatThrownBy(() -> contest.requireAnswers(listener.getLocalPort()))
                    .isInstanceOf(LoadException.class)
                    .hasMessage(
                            script + " does not run in this redis-server:"
                                    + " unexpected reply from the server: -ERR user_script:27: Attempt to modify a readonly table");
            peer.join();
        }
    }

    @Test
    void what_is_no_script_of_qless_is_refused() throws IOException {
        Path other = Files.writeString(folder.resolve("other.lua"), "return 1");
        assertThatThrownBy(() -> QlessContest.of(other))
                .isInstanceOf(LoadException.class)
                .hasMessage(other + " is not the script of qless: it does not contain QlessAPI");
        Path missing = folder.resolve("missing.lua");
        assertThatThrownBy(() -> QlessContest.of(missing))
                .isInstanceOf(LoadException.class)
                .hasMessage("there is no file " + missing);
    }

    /** One by one, and as clients with many commands in flight. */
    @Test
    void the_table_has_both_depths() throws IOException {
        Path script = Files.writeString(folder.resolve("qless.lua"), "-- QlessAPI");
        assertThat(QlessContest.of(script).depths()).containsExactly(1, 32);
        assertThat(QlessContest.of(script).connections()).containsExactly(16);
    }

    private static void refuse(ServerSocket listener) {
        try (Socket socket = listener.accept()) {
            assertThat(socket.getInputStream().readNBytes(20)).isNotEmpty();
            String error = "-ERR user_script:27: Attempt to modify a readonly table\r\n";
            socket.getOutputStream().write(error.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
