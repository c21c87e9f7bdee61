package dev.reeve.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** A client of the Go Job Queue door on a real socket. */
public final class GoqueueClient {
    private final TestClient client;

    /** A job as RESERVED shows it. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Reserved(long id, long priority, long ttp, String status, byte[] data) {}

    public GoqueueClient(TestClient client) {
        this.client = client;
    }

    /** A client of a server in another process. */
    public static GoqueueClient at(int port) throws IOException {
        InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return new GoqueueClient(new TestClient(server, new AtomicLong(), 0));
    }

    public TestClient raw() {
        return client;
    }

    public static byte[] addFrame(String queue, int priority, int ttp, byte[] data) {
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

    public static byte[] reserveFrame(String queue, int timeout) {
        byte[] name = queue.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + name.length + 1 + 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RESERVE\0".getBytes(StandardCharsets.US_ASCII))
                .put(name)
                .put((byte) 0)
                .putInt(timeout)
                .array();
    }

    public static byte[] deleteFrame(long id) {
        return ByteBuffer.allocate(7 + Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("DELETE\0".getBytes(StandardCharsets.US_ASCII))
                .putLong(id)
                .array();
    }

    public long add(String queue, int priority, int ttp, byte[] data) {
        client.sendRaw(addFrame(queue, priority, ttp, data));
        return expectAdded();
    }

    public long expectAdded() {
        expect("ADDED");
        return numbers(Long.BYTES).getLong();
    }

    public Reserved reserve(String queue, int timeout) {
        client.sendRaw(reserveFrame(queue, timeout));
        return expectReserved();
    }

    public Reserved expectReserved() {
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

    public void delete(long id) {
        client.sendRaw(deleteFrame(id));
        expect("OK");
    }

    /** Expects these strings. */
    public GoqueueClient expect(String... strings) {
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
