package dev.reeve.net.http;

import dev.reeve.node.StateCopy;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of a response that comes from the disk. Slices are read on a thread of its own, the next one when the client has
 * taken most of those before it, so that neither a slow disk nor a slow client holds anything up but this response. HTTP loop
 * only, except where noted.
 */
final class Download implements SlicedResponse {
    private static final Logger log = LoggerFactory.getLogger(Download.class);
    private static final int SLICE_BYTES = 64 * 1024;

    private final Channel channel;
    private final StateCopy content;
    private final ResponseBudget budget;
    private final Runnable whenSent;
    private final Runnable whenPassed;
    private final Runnable whenEnded;
    private final ExecutorService reader = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "reeve-download");
        thread.setDaemon(true);
        return thread;
    });
    private long passedBytes;
    private boolean reading;
    private boolean ended;

    /**
     * Takes over the content.
     *
     * @param whenSent runs whenever the client has been sent something
     * @param whenPassed runs when all of it has been passed to the channel
     * @param whenEnded runs when the content has been closed, for whatever reason
     */
    Download(
            Channel channel,
            StateCopy content,
            ResponseBudget budget,
            Runnable whenSent,
            Runnable whenPassed,
            Runnable whenEnded) {
        this.channel = channel;
        this.content = content;
        this.budget = budget;
        this.whenSent = whenSent;
        this.whenPassed = whenPassed;
        this.whenEnded = whenEnded;
    }

    @Override
    public void sendMore() {
        if (!ended && !reading && channel.isWritable()) {
            reading = true;
            long from = passedBytes;
            reader.execute(() -> read(from));
        }
    }

    /** Reading thread. */
    private void read(long from) {
        ByteBuffer slice = ByteBuffer.allocate((int) Math.min(SLICE_BYTES, content.bytes() - from));
        boolean isRead = true;
        try {
            while (isRead && slice.hasRemaining()) {
                isRead = content.read(slice, from + slice.position()) >= 0;
            }
        } catch (IOException e) {
            log.warn("a download ends early: {}", e.toString());
            isRead = false;
        }
        boolean isWhole = isRead;
        channel.eventLoop().execute(() -> pass(slice.flip(), isWhole));
    }

    private void pass(ByteBuffer slice, boolean isWhole) {
        reading = false;
        if (ended) {
            return;
        }
        if (!isWhole) {
            // The client sees that fewer bytes have come than were announced.
            channel.close();
            abandon();
            return;
        }
        int count = slice.remaining();
        passedBytes += count;
        boolean isLast = passedBytes == content.bytes();
        ChannelFuture sent = channel.writeAndFlush(
                isLast
                        ? new DefaultLastHttpContent(Unpooled.wrappedBuffer(slice))
                        : new DefaultHttpContent(Unpooled.wrappedBuffer(slice)));
        budget.sending(count, sent);
        sent.addListener(done -> {
            if (done.isSuccess()) {
                whenSent.run();
            }
        });
        if (isLast) {
            end();
            whenPassed.run();
        } else {
            sendMore();
        }
    }

    @Override
    public void abandon() {
        if (!ended) {
            end();
        }
    }

    /** A read that is under way ends before the content is closed. */
    private void end() {
        ended = true;
        reader.execute(() -> close(content));
        reader.shutdown();
        whenEnded.run();
    }

    /** Any thread. */
    static void close(StateCopy content) {
        try {
            content.close();
        } catch (IOException e) {
            log.warn("cannot close a file after a download: {}", e.toString());
        }
    }
}
