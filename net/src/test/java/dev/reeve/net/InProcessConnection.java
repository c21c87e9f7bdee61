package dev.reeve.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A connection to a door without a network: the real session and protocol, on the thread of the test. */
public final class InProcessConnection {
    private final EmbeddedChannel channel;

    public InProcessConnection(Connections connections, Protocol.Factory door) {
        channel = new EmbeddedChannel(TcpDoor.sessions(connections, door));
    }

    public void send(byte[] bytes) {
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    }

    /** Runs the tasks that the session has scheduled. */
    public void turn() {
        channel.runPendingTasks();
    }

    /** The bytes that the door has sent since the last call. */
    public byte[] take() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ByteBuf next;
        while ((next = channel.readOutbound()) != null) {
            try {
                next.readBytes(bytes, next.readableBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                next.release();
            }
        }
        return bytes.toByteArray();
    }

    /** Whether the door has closed the connection. */
    public boolean isClosed() {
        return !channel.isOpen();
    }

    public void hangUp() {
        channel.close().syncUninterruptibly();
        take();
    }
}
