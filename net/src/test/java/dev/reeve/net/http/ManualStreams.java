package dev.reeve.net.http;

import dev.reeve.net.MemoryBudget;
import dev.reeve.net.RefusalLog;
import dev.reeve.node.Requests;
import dev.reeve.tally.StreamTally;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Streams of events without sockets and without a node, on a loop whose turns are taken one by one. */
public final class ManualStreams {
    private final List<Runnable> nextTurn = new ArrayList<>();
    private long pauseNanos;
    private final Map<EventStream, EmbeddedChannel> channels = new HashMap<>();
    private final StreamTally tally = new StreamTally();
    private final RefusalLog refusals = new RefusalLog(null);
    private final EventStreams streams = new EventStreams(refusals, tally);
    private final ResponseBudget budget =
            new ResponseBudget(MemoryBudget.withDefaults(), refusals, Runnable::run, Runnable::run);

    /** A bridge that passes nothing to a node. */
    public LoopBridge bridge() {
        Requests nobody = (Requests) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Requests.class}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("there is no node");
                });
        return new LoopBridge(nobody, task -> {}, (task, nanos) -> {
            nextTurn.add(task);
            pauseNanos = nanos;
        });
    }

    /** How long the loop waits until the next turn that was asked for last. */
    public long pauseNanos() {
        return pauseNanos;
    }

    public EventStream open() {
        EmbeddedChannel channel = new EmbeddedChannel();
        EventStream stream = new EventStream(channel, streams, budget, () -> {});
        channels.put(stream, channel);
        return stream;
    }

    /** Takes the next turn. Returns false if there is nothing to do. */
    public boolean turn() {
        List<Runnable> tasks = List.copyOf(nextTurn);
        nextTurn.clear();
        tasks.forEach(Runnable::run);
        return !tasks.isEmpty();
    }

    /** What has been written to the stream since the last call: one text for each write. */
    public List<String> written(EventStream stream) {
        EmbeddedChannel channel = Objects.requireNonNull(channels.get(stream));
        List<String> texts = new ArrayList<>();
        for (HttpContent next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            texts.add(next.content().toString(StandardCharsets.UTF_8));
            next.release();
        }
        return texts;
    }

    /** The client disconnects. */
    public void disconnect(EventStream stream) {
        Objects.requireNonNull(channels.get(stream)).close();
        stream.closed();
    }

    /** The server stops. */
    public void end(EventStream stream) {
        stream.end();
    }

    /** As many checks as it takes to send a ping. */
    public void silence(EventStream stream) {
        for (int i = 0; i < EventStream.PING_CHECKS; i++) {
            stream.check();
        }
    }

    public long messages() {
        return tally.messages().get();
    }
}
