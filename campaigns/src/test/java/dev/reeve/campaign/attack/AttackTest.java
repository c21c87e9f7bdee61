package dev.reeve.campaign.attack;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that want to stop the server or keep it from others. Each time it lives, serves others meanwhile, starts again on
 * the same heap and has lost nothing that it acknowledged. {@code -Dreeve.attack-size=50000} sets how much an attacker
 * builds up, {@code -Dreeve.seed=N} repeats the same choices, {@code -Dreeve.attack=KEYS} runs the slow commands of this
 * name only. Jumps of the clock are not among the attacks, because a process has no other clock: {@code ClockJumpTest}
 * has them.
 */
@Timeout(3600)
class AttackTest {
    private static final int SIZE = Integer.getInteger("reeve.attack-size", 2000);
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());
    static final boolean AT_LENGTH = SIZE > 10_000;
    /** With fewer jobs even a command that looks at all of them is quick. */
    private static final int LEAST_SLOW_SIZE = 20_000;

    private static final String ONLY = System.getProperty("reeve.attack", "");
    private static final int SMALL_HEAP_MIB = AT_LENGTH ? 128 : 96;
    private static final int CONNECTIONS = AT_LENGTH ? 5000 : 200;

    @TempDir
    private Path data;

    @Test
    void slow_commands() throws Exception {
        List<Attack> attacks = SlowCommands.all().stream()
                .filter(attack -> attack.name().contains(ONLY))
                .toList();
        if (!AT_LENGTH) {
            new SlowCommands(data, LEAST_SLOW_SIZE, 20, 768).run(attacks);
            return;
        }
        for (Attack attack : attacks) {
            Path own = data.resolve(attack.name().replace(' ', '-'));
            new SlowCommands(own, SIZE, 300, 768).run(List.of(attack));
        }
    }

    private Siege siege(String... settings) {
        return new Siege(data, SMALL_HEAP_MIB, AT_LENGTH ? 10_000 : 300, settings);
    }

    private MemoryAttacks memory() {
        int times = Math.max(1, SIZE / 20_000);
        // Memory has to be full, and is so sooner if all payloads stay there.
        Siege siege = siege("payloads.memory=100%");
        return AT_LENGTH ? new MemoryAttacks(siege, 60 * times, 3000 * times) : new MemoryAttacks(siege, 20, 300);
    }

    @Test
    void a_look_from_the_far_future_at_a_recurring_job() throws Exception {
        memory().lookFromTheFarFutureAtRecurringJob();
    }

    @Test
    void results_of_one_mebibyte_when_memory_is_full() throws Exception {
        memory().largeResultsWhenMemoryIsFull();
    }

    @Test
    void thousands_of_all_things_that_a_client_can_have_kept() throws Exception {
        memory().thousandsOfAllThingsThatAreKept();
    }

    @Test
    void all_connections_taken_then_malformed_requests_and_those_of_web_pages() throws Exception {
        ConnectionAttacks connections = new ConnectionAttacks(CONNECTIONS);
        RequestAttacks requests = new RequestAttacks(SIZE / 4, SEED);
        siege(connections.settings())
                .withstand(
                        "connections, requests",
                        server -> {
                            connections.takeAll(server);
                            requests.flood(server);
                        },
                        requests::assertServed);
    }
}
