package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.rpc.Connection;
import io.netty.channel.Channel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An accepted connection, with what the library notes on it. */
final class WireConnection implements Connection {
    private final Channel channel;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();

    WireConnection(Channel channel) {
        this.channel = channel;
    }

    String remoteAddress() {
        return String.valueOf(channel.remoteAddress());
    }

    void send(WireFrame frame) {
        channel.writeAndFlush(frame.encode(channel.alloc()));
    }

    @Override
    public @Nullable Object getAttribute(String key) {
        return attributes.get(key);
    }

    @Override
    public void setAttribute(String key, Object value) {
        attributes.put(key, value);
    }

    @Override
    public @Nullable Object setAttributeIfAbsent(String key, Object value) {
        return attributes.putIfAbsent(key, value);
    }

    @Override
    public void close() {
        channel.close();
    }
}
