package dev.reeve.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import java.io.ByteArrayOutputStream;

/** A channel without a socket whose two directions can be closed separately. */
final class InMemoryChannel extends EmbeddedChannel implements DuplexChannel {
    private boolean inputShutdown;
    private boolean outputShutdown;
    private int reads;

    InMemoryChannel(Connections connections, Protocol.Factory door) {
        super(TcpDoor.sessions(connections, door));
        config().setAutoRead(false);
    }

    void send(byte[] bytes) {
        if (isOpen()) {
            writeInbound(alloc().directBuffer(Math.max(1, bytes.length)).writeBytes(bytes));
        }
    }

    /** How often input has been asked for. */
    int reads() {
        return reads;
    }

    @Override
    protected void doBeginRead() {
        reads++;
    }

    /** The bytes sent to the other side since the last call. */
    void receive(ByteArrayOutputStream into) {
        ByteBuf sent;
        while ((sent = readOutbound()) != null) {
            byte[] bytes = new byte[sent.readableBytes()];
            sent.readBytes(bytes);
            sent.release();
            into.writeBytes(bytes);
        }
    }

    @Override
    public boolean isInputShutdown() {
        return inputShutdown;
    }

    @Override
    public ChannelFuture shutdownInput() {
        return shutdownInput(newPromise());
    }

    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
        inputShutdown = true;
        pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        return promise.setSuccess();
    }

    @Override
    public boolean isOutputShutdown() {
        return outputShutdown;
    }

    @Override
    public ChannelFuture shutdownOutput() {
        return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
        outputShutdown = true;
        return promise.setSuccess();
    }

    @Override
    public boolean isShutdown() {
        return inputShutdown && outputShutdown;
    }

    @Override
    public ChannelFuture shutdown() {
        return shutdown(newPromise());
    }

    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
        shutdownInput();
        return shutdownOutput(promise);
    }
}
