package dev.reeve.campaign.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One client pipelines the worst command of each protocol, and another client works. {@code -Dreeve.attack-size=200000} sets
 * how much the attacker builds up first; the latencies of the other client are printed.
 */
@Timeout(900)
class SlowCommandsTest {
    private static final int SIZE = Integer.getInteger("reeve.attack-size", 3000);
    private static final int CYCLES = Integer.getInteger("reeve.attack-cycles", 50);
    private static final String ONLY = System.getProperty("reeve.attack", "");

    /** Wide, for a machine that is busy with other work: single commands took half a minute. */
    private static final long WORST_MICROS = 10_000_000;

    @TempDir
    private Path data;

    private static List<Attack> all() {
        return List.of(
                new QueuesAttack(),
                new KeysAttack(),
                new ScanAttack(),
                new DependentsAttack(),
                new CompleteAttack(),
                new UnfailAttack(),
                new TransactionAttack(),
                new RangeAttack(),
                new PublishAttack(),
                new InspectAttack(),
                new JobIdsAttack());
    }

    @Test
    void others_are_served_while_a_client_sends_the_worst_command_of_its_protocol() throws Exception {
        List<String> acknowledged;
        try (ServerProcess server = start();
                Victim victim = new Victim(AttackedServer.of(server).workq())) {
            AttackedServer target = AttackedServer.of(server);
            victim.work(CYCLES);
            System.out.printf("slow commands: size %d, alone: %s%n", SIZE, victim.work(CYCLES));
            for (Attack attack : all()) {
                if (attack.name().contains(ONLY)) {
                    run(attack, target, victim, server);
                }
            }
            acknowledged = victim.waiting();
            assertThat(server.lines()).noneMatch(line -> line.contains("ERROR") || line.contains("Exception"));
        }
        try (ServerProcess server = start();
                WorkqClient client = new WorkqClient(AttackedServer.of(server).workq())) {
            for (String id : acknowledged) {
                assertThat(client.look(id)).isEqualTo(DoorClient.Phase.WAITING);
            }
        }
    }

    private static void run(Attack attack, AttackedServer target, Victim victim, ServerProcess server)
            throws Exception {
        try {
            attack.prepare(target, SIZE);
        } catch (RuntimeException e) {
            throw new AssertionError(attack.name() + " could not be prepared: " + server.lines(), e);
        }
        try (Pipeline pipeline = new Pipeline(attack, target)) {
            Victim.Latencies latencies = victim.work(CYCLES);
            System.out.printf(
                    "slow commands: %-16s %s, attacker got %d KiB%n",
                    attack.name(), latencies, pipeline.receivedBytes() / 1024);
            assertThat(latencies.worst()).as(attack.name()).isLessThan(WORST_MICROS);
            await().atMost(Duration.ofMinutes(2)).until(() -> pipeline.receivedBytes() > 0);
            assertThat(pipeline.isAlive()).as(attack.name()).isTrue();
        }
    }

    private ServerProcess start() throws Exception {
        List<String> settings = new ArrayList<>(AttackedServer.DOORS);
        return ServerProcess.start(data, settings.toArray(String[]::new));
    }
}
