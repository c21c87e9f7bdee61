package dev.reeve.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.wire.Introductions;
import dev.reeve.cluster.wire.SecretSecurity;
import dev.reeve.cluster.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that share a secret speak with each other and with nobody else. */
class SecretSecurityTest {
    private static final int MOST_SECONDS = 20;
    private static final String NOTE = "here is n1";

    private final List<Wire> wires = new ArrayList<>();
    private final Wire listening = wire(secret("the same secret"));

    private Wire wire(Wire.Security security) {
        Wire wire = new Wire(security);
        wires.add(wire);
        return wire;
    }

    private static Wire.Security secret(String text) {
        return new SecretSecurity(text.getBytes(UTF_8));
    }

    @BeforeEach
    void listen() {
        Introductions.show(listening, () -> NOTE.getBytes(UTF_8));
        listening.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() {
        wires.forEach(Wire::close);
    }

    /** Asks until an answer comes, or until the listening node has refused so many. */
    private String ask(Wire from, long refusals) throws InterruptedException {
        BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
        Introductions.ask(from, "127.0.0.1", listening.port(), heard::add);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (listening.refused() < refusals && System.nanoTime() < deadline) {
            byte[] note = heard.poll(10, TimeUnit.MILLISECONDS);
            if (note != null) {
                return new String(note, UTF_8);
            }
        }
        assertThat(listening.refused()).isEqualTo(refusals);
        byte[] late = heard.poll();
        return late == null ? "" : new String(late, UTF_8);
    }

    @Test
    void who_knows_the_secret_is_answered_and_who_does_not_is_refused_and_counted() throws Exception {
        assertThat(ask(wire(secret("the same secret")), 1)).isEqualTo(NOTE);
        assertThat(ask(wire(secret("another secret")), 1)).isEmpty();
        assertThat(ask(wire(secret("the same secret")), 2)).isEqualTo(NOTE);
    }

    /** A stranger learns 32 random bytes, and nothing else. */
    @Test
    void who_sends_anything_else_is_refused() throws IOException {
        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), listening.port())) {
            stranger.setSoTimeout((int) TimeUnit.SECONDS.toMillis(MOST_SECONDS));
            stranger.getOutputStream().write(new byte[100]);
            InputStream in = stranger.getInputStream();
            assertThat(in.readNBytes(33)).hasSize(32);
        }
        assertThat(listening.refused()).isOne();
    }

    /** A node tells nothing to one that cannot prove itself: here one that sends back what it got. */
    @Test
    void a_false_node_is_not_spoken_with() throws Exception {
        Wire plain = wire(Wire.Security.NONE);
        BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
        Introductions.show(plain, () -> new byte[200]);
        plain.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Introductions.ask(wire(secret("the same secret")), "127.0.0.1", plain.port(), heard::add);
        assertThat(heard.poll(200, TimeUnit.MILLISECONDS)).isNull();
    }
}
