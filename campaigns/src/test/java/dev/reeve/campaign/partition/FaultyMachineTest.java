package dev.reeve.campaign.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk and the clock of the faults, as a real process sees them. */
class FaultyMachineTest {
    private static final long HOUR_SECONDS = 3_600;
    private static final String SYNC = """
            import os, sys, time
            file = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY)
            while sys.stdin.readline():
                begun = time.monotonic()
                try:
                    os.fdatasync(file)
                    os.fsync(file)
                    synced = "synced"
                except OSError as e:
                    synced = e.strerror
                print(synced, int(time.time()), time.monotonic() - begun >= 0.6, sep=";", flush=True)
            """;

    @Test
    void syncs_are_slow_or_fail_and_the_clock_jumps(@TempDir Path folder) throws Exception {
        if (!FaultyMachine.isPossible()) {
            assertThat(ClusterFault.possible(3, new LoopbackNetwork())).doesNotContain(ClusterFault.CLOCK_JUMP);
            return;
        }
        try (FaultyMachine machine = new FaultyMachine(folder)) {
            List<String> command = new ArrayList<>(machine.program());
            command.addAll(List.of("python3", "-c", SYNC, folder.resolve("file").toString()));
            Process process = new ProcessBuilder(command).start();
            try (BufferedReader lines = process.inputReader()) {
                String[] before = ask(process, lines);
                assertThat(before[0]).isEqualTo("synced");
                machine.failSyncs();
                assertThat(ask(process, lines)[0]).isEqualTo("Input/output error");
                machine.slowSyncs();
                assertThat(ask(process, lines)).startsWith("synced").endsWith("True");
                machine.moveClock(HOUR_SECONDS);
                assertThat(Long.parseLong(ask(process, lines)[1]))
                        .isGreaterThanOrEqualTo(Long.parseLong(before[1]) + HOUR_SECONDS);
                machine.heal();
                String[] after = ask(process, lines);
                assertThat(after[0]).isEqualTo("synced");
                assertThat(Long.parseLong(after[1])).isLessThan(Long.parseLong(before[1]) + HOUR_SECONDS);
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private static String[] ask(Process process, BufferedReader lines) throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return lines.readLine().split(";", -1);
    }
}
