package dev.reeve.cluster.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Member;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A connection that nobody answers is given up, and frames go by another one. */
class WireLinksTest {
    private static final int PATIENCE_MILLIS = 20_000;

    private static byte[] read(DataInputStream in) throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame;
    }

    private static DataInputStream accept(ServerSocket machine) throws IOException {
        Socket socket = machine.accept();
        socket.setSoTimeout(PATIENCE_MILLIS);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        assertThat(in.readInt()).isEqualTo(WireLinks.PROTOCOL);
        return in;
    }

    @Test
    void a_renewed_link_is_another_connection() throws Exception {
        Wire wire = new Wire(Wire.Security.NONE);
        BlockingQueue<Member> broken = new LinkedBlockingQueue<>();
        try (wire;
                ServerSocket machine = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            machine.setSoTimeout(PATIENCE_MILLIS);
            Member member = new Member("127.0.0.1", machine.getLocalPort(), 2);
            WireLinks links = new WireLinks(wire, frame -> true, broken::add);
            links.renew(member);
            links.send(member, new byte[] {1});
            try (DataInputStream first = accept(machine)) {
                assertThat(read(first)).containsExactly(1);
                links.renew(member);
                assertThat(first.read()).as("the end").isEqualTo(-1);
            }
            assertThat(broken.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo(member);
            links.send(member, new byte[] {2});
            try (DataInputStream second = accept(machine)) {
                assertThat(read(second)).containsExactly(2);
            }
        }
    }
}
