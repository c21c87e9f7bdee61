package dev.reeve.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.access.Role;
import dev.reeve.testkit.TestClient;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose log goes to a pipe that nobody reads. */
@Timeout(120)
class UnreadLogTest {
    /** Their lines are more than a pipe and the log hold. */
    private static final int LOGINS = 1300;

    @TempDir
    private Path folder;

    @Test
    void the_server_goes_on_and_drops_log_lines_but_no_line_of_the_audit_file() throws Exception {
        try (LockedServer server = LockedServer.asProcess(folder)) {
            String token = server.token(Role.WORKER);
            server.port("workq");
            server.process().stopReading();
            logInOften(server, token);
            assertThat(logins(server)).isEqualTo(LOGINS);
            assertThat(server.http("", "GET", "/readyz", "").statusCode()).isEqualTo(200);
            server.process().readOn();
            server.process().awaitLine("\"login\"");
            server.workq(token).close();
            server.process().awaitLine(" of them audit lines: nobody read stderr");
            server.process().terminate();
            assertThat(server.process().awaitExit()).isZero();
        }
    }

    /** Nobody waits for stderr, so only those lines are kept that somebody reads, and the last ones in memory. */
    @Test
    void without_an_audit_file_audit_lines_are_dropped_and_counted_and_changes_are_answered() throws Exception {
        try (LockedServer server = LockedServer.asProcess(folder, "audit.file=off")) {
            String token = server.token(Role.WORKER);
            server.port("workq");
            assertThat(server.process().hasSaid("audit.file is off: audit lines are in the log only"))
                    .isTrue();
            server.process().stopReading();
            logInOften(server, token);
            server.admin("PUT", "/v1/queues/changed", "{}");
            assertThat(server.admin("GET", "/v1/audit", "").body()).contains("queue changed");
            server.process().readOn();
            server.process().awaitLine(" of them audit lines: nobody read stderr");
            assertThat(server.process().hasSaid("queue changed")).isFalse();
            assertThat(server.auditFile).doesNotExist();
        }
    }

    private static void logInOften(LockedServer server, String token) {
        for (int i = 0; i < LOGINS; i++) {
            try (TestClient client = server.workq(token)) {
                assertThat(client.ask("delete x")).startsWith("-CLIENT-ERROR");
            }
        }
    }

    private static long logins(LockedServer server) throws Exception {
        try (var lines = Files.lines(server.auditFile)) {
            return lines.filter(line -> line.contains("\"login\"")).count();
        }
    }
}
