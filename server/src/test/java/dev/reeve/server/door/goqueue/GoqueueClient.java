package dev.reeve.server.door.goqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.TestClient;
import dev.reeve.server.testing.TestServer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A client of this door on a real socket. */
final class GoqueueClient {
    private final TestClient client;

    /** A job as RESERVED shows it. */
    @SuppressWarnings("ArrayRecordComponent")
    record Reserved(long id, long priority, long ttp, String status, byte[] data) {}

    GoqueueClient(TestServer server) {
        client = server.connectTo("goqueue");
    }

    TestClient raw() {
        return client;
    }

    static byte[] addFrame(String queue, int priority, int ttp, byte[] data) {
        byte[] name = queue.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + name.length + 1 + 12 + data.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("ADD\0".getBytes(StandardCharsets.US_ASCII))
                .put(name)
                .put((byte) 0)
                .putInt(priority)
                .putInt(ttp)
                .putInt(data.length)
                .put(data)
                .array();
    }

    static byte[] reserveFrame(String queue, int timeout) {
        byte[] name = queue.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + name.length + 1 + 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RESERVE\0".getBytes(StandardCharsets.US_ASCII))
                .put(name)
                .put((byte) 0)
                .putInt(timeout)
                .array();
    }

    static byte[] deleteFrame(long id) {
        return ByteBuffer.allocate(7 + Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("DELETE\0".getBytes(StandardCharsets.US_ASCII))
                .putLong(id)
                .array();
    }

    long add(String queue, int priority, int ttp, byte[] data) {
        client.sendRaw(addFrame(queue, priority, ttp, data));
        return expectAdded();
    }

    long expectAdded() {
        expect("ADDED");
        return numbers(Long.BYTES).getLong();
    }

    Reserved reserve(String queue, int timeout) {
        client.sendRaw(reserveFrame(queue, timeout));
        return expectReserved();
    }

    Reserved expectReserved() {
        expect("RESERVED");
        ByteBuffer numbers = numbers(Long.BYTES + 2 * Integer.BYTES);
        long id = numbers.getLong();
        long priority = Integer.toUnsignedLong(numbers.getInt());
        long ttp = Integer.toUnsignedLong(numbers.getInt());
        String status = string();
        return new Reserved(
                id,
                priority,
                ttp,
                status,
                client.readBytes(numbers(Integer.BYTES).getInt()));
    }

    void delete(long id) {
        client.sendRaw(deleteFrame(id));
        expect("OK");
    }

    /** Expects these strings. */
    GoqueueClient expect(String... strings) {
        for (String expected : strings) {
            assertThat(string()).isEqualTo(expected);
        }
        return this;
    }

    private String string() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] next = client.readBytes(1);
        while (next.length > 0 && next[0] != 0) {
            text.write(next[0]);
            next = client.readBytes(1);
        }
        assertThat(next).as("the end of a string after <" + text + ">").isNotEmpty();
        return text.toString(StandardCharsets.UTF_8);
    }

    private ByteBuffer numbers(int bytes) {
        return ByteBuffer.wrap(client.readBytes(bytes)).order(ByteOrder.LITTLE_ENDIAN);
    }
}
