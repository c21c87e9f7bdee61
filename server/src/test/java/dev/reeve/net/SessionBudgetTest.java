package dev.reeve.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.door.workq.WorkqDoor;
import dev.reeve.door.workq.WorkqSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions that wait for memory that another listener uses. The clock stands still, so that no timer helps. */
class SessionBudgetTest {
    private static final long LIMIT = 1L << 20;
    private static final int LARGE_BYTES = 100_000;
    private static final String ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";

    private final MemoryBudget budget = new MemoryBudget(LIMIT, LIMIT);
    private final InMemoryDoor door =
            new InMemoryDoor((node, connections) -> new WorkqDoor(node, connections, WorkqSettings.DEFAULTS), budget);
    private final InMemoryDoor.Client client = door.connect();

    @BeforeEach
    void finishJob() {
        client.send(bytes("add " + ID + " ping 1000 600000 0\r\n\r\n"));
        client.send(bytes("complete " + ID + " " + LARGE_BYTES + "\r\n" + "x".repeat(LARGE_BYTES) + "\r\n"));
        assertThat(client.received()).isEqualTo(bytes("+OK\r\n+OK\r\n"));
    }

    @Test
    void a_large_reply_is_sent_when_another_listener_releases_memory() {
        int before = client.received().length;
        budget.encoded().add(LIMIT);
        client.send(bytes("result " + ID + " 0\r\n"));
        assertThat(client.received()).hasSize(before);
        assertThat(budget.encoded().usedBytes()).isEqualTo(LIMIT);
        assertThat(budget.unsent().usedBytes()).isGreaterThanOrEqualTo(LARGE_BYTES);
        budget.encoded().add(-1);
        door.settle();
        assertThat(client.received()).hasSizeGreaterThan(before + LARGE_BYTES);
        assertThat(budget.unsent().usedBytes()).isZero();
    }

    @Test
    void a_half_sent_command_is_read_on_when_another_listener_releases_memory() {
        budget.input().add(LIMIT);
        int before = client.reads();
        client.send(bytes("add " + ID + " ping 1000 600000 50000\r\n" + "x".repeat(20_000)));
        assertThat(client.reads()).isEqualTo(before);
        assertThat(budget.input().usedBytes()).isGreaterThan(LIMIT);
        InMemoryDoor.Client other = door.connect();
        other.send(bytes("delete x\r\n"));
        assertThat(other.received()).isEqualTo(bytes("-CLIENT-ERROR Invalid ID\r\n"));
        budget.input().add(-LIMIT);
        door.settle();
        assertThat(client.reads()).isEqualTo(before + 1);
    }

    @Test
    void a_client_with_unsent_replies_is_read_again_when_another_listener_releases_memory() {
        budget.encoded().add(LIMIT);
        budget.unsent().add(LIMIT);
        int before = client.reads();
        client.send(bytes("result " + ID + " 0\r\n"));
        assertThat(client.reads()).isEqualTo(before);
        budget.unsent().add(-LIMIT);
        door.settle();
        assertThat(client.reads()).isEqualTo(before + 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }
}
