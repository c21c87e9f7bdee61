package dev.reeve.net.http;

import dev.reeve.net.RefusalKind;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A response that has no end: server-sent events. Messages are collected and sent by {@link #flush}. A client that has not
 * read {@link #MOST_BEHIND_BYTES} of them is disconnected. What is not sent counts in the response budget. HTTP loop only.
 */
public final class EventStream {
    static final int MOST_BEHIND_BYTES = 1 << 20;
    /** Less than the time after which a silent connection is closed, here and at most proxies. */
    static final int PING_CHECKS = 20 / HttpConnections.CHECK_SECONDS;

    private final Channel channel;
    private final EventStreams streams;
    private final ResponseBudget budget;
    private final Runnable whenSent;
    private final List<byte[]> collected = new ArrayList<>();
    private int collectedBytes;
    private int collectedMessages;
    private int unsentBytes;
    private int checks;
    private boolean ended;
    private Supplier<byte[]> ping = () -> new byte[0];
    private Runnable whenWritable = () -> {};
    private Runnable whenEnding = () -> {};
    private Runnable whenClosed = () -> {};

    /** @param whenSent runs whenever the client has been sent something */
    EventStream(Channel channel, EventStreams streams, ResponseBudget budget, Runnable whenSent) {
        this.channel = channel;
        this.streams = streams;
        this.budget = budget;
        this.whenSent = whenSent;
        streams.opened(this);
    }

    /** Sets what is sent when a while has passed without a message, so that both sides know that the other is there. */
    public void ping(Supplier<byte[]> message) {
        ping = message;
    }

    /** Sets what to do when the client has read enough to be sent more. */
    public void whenWritable(Runnable task) {
        whenWritable = task;
    }

    /** Sets what to do before the server ends the stream; the client still gets what is sent then. */
    public void whenEnding(Runnable task) {
        whenEnding = task;
    }

    /** Sets what to do when the stream has ended, for whatever reason. */
    public void whenClosed(Runnable task) {
        whenClosed = task;
    }

    /** Whether the client keeps up. */
    public boolean isWritable() {
        return !ended && channel.isWritable();
    }

    public boolean isOpen() {
        return !ended;
    }

    /** Adds a message, whose bytes must not change. */
    public void send(byte[] message) {
        send(message, 1);
    }

    /** Adds so many messages, whose bytes must not change. */
    public void send(byte[] messages, int count) {
        if (!ended && messages.length > 0) {
            collected.add(messages);
            collectedBytes += messages.length;
            collectedMessages += count;
            if (unsentBytes + collectedBytes > MOST_BEHIND_BYTES) {
                cut();
            }
        }
    }

    /** Passes the collected messages to the connection. */
    public void flush() {
        if (ended || collected.isEmpty()) {
            return;
        }
        int bytes = collectedBytes;
        unsentBytes += bytes;
        streams.tally().messages().add(collectedMessages);
        ChannelFuture sent =
                channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(collected.toArray(new byte[0][]))));
        collected.clear();
        collectedBytes = 0;
        collectedMessages = 0;
        checks = 0;
        budget.sending(bytes, sent);
        sent.addListener(done -> {
            unsentBytes -= bytes;
            if (done.isSuccess()) {
                whenSent.run();
            }
        });
    }

    /** The client does not read. */
    private void cut() {
        streams.tally().cut().add(1);
        streams.refusals().refused(Route.HTTP, RefusalKind.UNREAD);
        channel.close();
        closed();
    }

    /** A check of all connections; called every {@link HttpConnections#CHECK_SECONDS}. */
    void check() {
        if (++checks >= PING_CHECKS && !ended) {
            send(ping.get());
            flush();
        }
    }

    void writable() {
        if (isWritable()) {
            whenWritable.run();
        }
    }

    /** Ends the response, so that the client sees that it is complete. */
    ChannelFuture end() {
        whenEnding.run();
        flush();
        closed();
        return channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    /** The connection is closed, or is going to be. */
    void closed() {
        if (!ended) {
            ended = true;
            collected.clear();
            streams.closed(this);
            whenClosed.run();
        }
    }
}
