package dev.reeve.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.bench.load.Door;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class BenchCommandTest {
    @TempDir
    private Path data;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void wrong_options_are_refused_in_one_line() {
        assertRefused("--connections must be from 1 to 10000, not 0", "--connections", "0");
        assertRefused("--depth must be from 1 to 1000, not 1001", "--depth", "1001");
        assertRefused("--batch must be from 1 to 1, not 2", "--batch", "2");
        assertRefused("--batch must be from 1 to 1000, not 1001", "--door", "api", "--batch", "1001");
        assertRefused("--payload must be from 0 to 1048576, not -1", "--payload", "-1");
        assertRefused("--port must be from 1 to 65535, not 65536", "--port", "65536");
        assertRefused("--queue must be 1 to 255 of A-Z, a-z, 0-9, '_', '.' and '-'", "--queue", "a b");
        assertRefused("--seconds must be above 0, --warm-up and --jobs must not be negative", "--seconds", "0");
        assertRefused(
                "Invalid value for option '--door': expected one of workq, goqueue, qless, ocypod, api, but was 'redis'",
                "--door",
                "redis");
        assertRefused("Unknown option: '--conections'; did you mean --connections?", "--conections");
        assertRefused(
                "Error: --seconds=S, --jobs=N are mutually exclusive (specify only one)",
                "--jobs",
                "9",
                "--seconds",
                "9");
    }

    @Test
    void a_comparison_is_with_one_thing_at_a_time() {
        assertThat(run("compare", "--qless-script", "qless.lua", "--backlog", "1000"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("reeve: Error: --qless-script=FILE, --backlog=JOBS are mutually exclusive")
                .contains("(see reeve bench compare --help)");
        err.getBuffer().setLength(0);
        assertThat(run("compare", "--backlog", "0")).isEqualTo(2);
        assertThat(err).asString().startsWith("reeve: --backlog must be above 0, not 0 (see reeve bench");
        err.getBuffer().setLength(0);
        assertThat(run("compare", "--qless-script", "no-such.lua")).isEqualTo(1);
        assertThat(err).hasToString("reeve: there is no file no-such.lua\n");
    }

    @Test
    void the_benchmarks_of_the_parts_take_the_options_of_JMH() {
        assertThat(run("jmh", "Engine", "-l")).isZero();
        assertThat(err).hasToString("");
    }

    @Test
    void a_server_that_is_not_there_is_told_in_one_line() throws Exception {
        int port = LiveServer.freePort();
        assertThat(run("--port", "" + port)).isEqualTo(1);
        assertThat(err)
                .hasToString("reeve: cannot reach a server at 127.0.0.1:%d (Connection refused); start one first:"
                                .formatted(port)
                        + " ./reeve serve\n");
        err.getBuffer().setLength(0);
        assertThat(run("--host", "no-such-host.invalid")).isEqualTo(1);
        assertThat(err).hasToString("reeve: there is no host no-such-host.invalid\n");
    }

    @Test
    void a_run_is_reported() throws Exception {
        try (LiveServer server = new LiveServer(data)) {
            String port = Integer.toString(server.port(Door.QLESS));
            int code = run("--door", "qless", "--port", port, "--warm-up", "0", "--jobs", "200", "--connections", "4");
            assertThat(err).hasToString("");
            assertThat(code).isZero();
        }
        assertThat(out.toString())
                .startsWith("qless at 127.0.0.1:")
                .containsPattern(" [0-9,]+ cycles/s \\(a job added, taken, finished\\), [0-9,]+ requests/s\n")
                .containsPattern("\n  ms +p50 +p90 +p99 +p99.9 +max\n  add +[0-9.]+ ")
                .containsPattern("\n  take .*\n  finish .*\n  cycle .*\n\n  to +[0-9.]+ ms  [# ]")
                .contains("####")
                .containsPattern("\nOf \\d+ processors: .*load generator \\d\\.\\d\\d, .*\nThe .* was the bottleneck");
    }

    @Test
    void many_jobs_in_each_request_are_reported_as_jobs() throws Exception {
        try (LiveServer server = new LiveServer(data)) {
            String port = Integer.toString(server.port(Door.API));
            assertThat(run("--door", "api", "--port", port, "--warm-up", "0", "--jobs", "20", "--batch", "50"))
                    .isZero();
            assertThat(run("--door", "api", "--port", port, "--warm-up", "0", "--jobs", "20", "--add-only"))
                    .isZero();
            assertThat(err).hasToString("");
        }
        assertThat(out.toString()).containsPattern("requests/s, [0-9,]+ jobs/s \\(50 in each\\)\n");
    }

    private void assertRefused(String message, String... arguments) {
        err.getBuffer().setLength(0);
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err).hasToString("reeve: " + message + " (see reeve bench --help)\n");
    }

    private int run(String... arguments) {
        CommandLine command = BenchMain.commandLine();
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }
}
