package dev.reeve.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A client of the Go Job Queue door on a real socket. */
public final class GoqueueClient implements DoorClient {
    private static final int LONG_SECONDS = 1_000_000;

    private final TestClient client;

    /** A job as RESERVED shows it. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Reserved(long id, long priority, long ttp, String status, byte[] data) {}

    public GoqueueClient(TestClient client) {
        this.client = client;
    }

    /** A client of a server in another process. */
    public GoqueueClient(int port) {
        this(new TestClient(port));
    }

    @Override
    public String add(String queue, String payload) {
        client.sendRaw(GoqueueRequests.add(queue, 0, LONG_SECONDS, payload.getBytes(StandardCharsets.UTF_8)));
        Violation.unless("ADDED", string());
        return Long.toString(numbers(Long.BYTES).getLong());
    }

    @Override
    public @Nullable Taken acquire(String queue) {
        client.sendRaw(GoqueueRequests.reserve(queue, 1));
        String word = string();
        if (word.equals("TIMEOUT")) {
            return null;
        }
        Violation.unless("RESERVED", word);
        Reserved job = readReserved();
        return new Taken(Long.toString(job.id()), new String(job.data(), StandardCharsets.UTF_8), "");
    }

    @Override
    public boolean complete(Taken job) {
        client.sendRaw(GoqueueRequests.delete(Long.parseLong(job.id())));
        String word = string();
        if (word.equals("ERROR")) {
            Violation.unless("Job " + job.id() + " does not exist", string());
            return false;
        }
        Violation.unless("OK", word);
        return true;
    }

    /** The state of a job is visible only by reserving or deleting it. */
    @Override
    public Phase look(String id) {
        return Phase.HIDDEN;
    }

    @Override
    public void close() {
        client.close();
    }

    public TestClient raw() {
        return client;
    }

    public long add(String queue, int priority, int ttp, byte[] data) {
        client.sendRaw(GoqueueRequests.add(queue, priority, ttp, data));
        return expectAdded();
    }

    public long expectAdded() {
        expect("ADDED");
        return numbers(Long.BYTES).getLong();
    }

    public Reserved reserve(String queue, int timeout) {
        client.sendRaw(GoqueueRequests.reserve(queue, timeout));
        return expectReserved();
    }

    public Reserved expectReserved() {
        expect("RESERVED");
        return readReserved();
    }

    private Reserved readReserved() {
        ByteBuffer numbers = numbers(Long.BYTES + 2 * Integer.BYTES);
        long id = numbers.getLong();
        long priority = Integer.toUnsignedLong(numbers.getInt());
        long ttp = Integer.toUnsignedLong(numbers.getInt());
        String status = string();
        return new Reserved(
                id, priority, ttp, status, bytes(numbers(Integer.BYTES).getInt()));
    }

    public void delete(long id) {
        client.sendRaw(GoqueueRequests.delete(id));
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
        String bytes = client.readUntil('\0');
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private ByteBuffer numbers(int count) {
        return ByteBuffer.wrap(bytes(count)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private byte[] bytes(int count) {
        return client.readText(count).getBytes(StandardCharsets.ISO_8859_1);
    }
}
