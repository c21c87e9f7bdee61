package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.net.MemoryBudget;
import dev.reeve.net.RefusalLog;
import dev.reeve.node.ManualClock;
import dev.reeve.node.ManualLoop;
import dev.reeve.tally.StreamTally;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A stream of events whose client reads or does not. */
class EventStreamTest {
    private final ArrayDeque<ChannelPromise> unread = new ArrayDeque<>();
    private boolean reads = true;
    private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelOutboundHandlerAdapter() {
        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (reads) {
                context.write(message, promise);
            } else {
                ReferenceCountUtil.release(message);
                unread.add(promise);
            }
        }
    });
    private final MemoryBudget budget = MemoryBudget.withDefaults();
    private final ManualLoop loop = new ManualLoop(new ManualClock(0));
    private final StreamTally tally = new StreamTally();
    private final EventStreams streams = new EventStreams(new RefusalLog(null), tally);
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final EventStream stream = open();

    private EventStream open() {
        RefusalLog refusals = new RefusalLog(null);
        ResponseBudget responses = new ResponseBudget(budget, refusals, loop::execute, loop::execute);
        EventStream opened = new EventStream(channel, streams, responses, sent::incrementAndGet);
        opened.whenClosed(closed::incrementAndGet);
        return opened;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The contents that have been written. */
    private List<String> written() {
        List<String> texts = new ArrayList<>();
        for (HttpContent next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            texts.add(next.content().toString(StandardCharsets.UTF_8) + (next instanceof LastHttpContent ? "END" : ""));
            next.release();
        }
        return texts;
    }

    @Test
    void messages_of_one_turn_are_sent_together() {
        stream.send(bytes("a"));
        stream.send(bytes("b"));
        assertThat(written()).isEmpty();
        stream.flush();
        stream.flush();
        assertThat(written()).containsExactly("ab");
        assertThat(sent).hasValue(1);
        assertThat(tally.messages().get()).isEqualTo(2);
    }

    @Test
    void silence_is_interrupted_by_pings() {
        stream.ping(() -> bytes("ping"));
        for (int i = 1; i < EventStream.PING_CHECKS; i++) {
            stream.check();
        }
        assertThat(written()).isEmpty();
        stream.check();
        assertThat(written()).containsExactly("ping");
        stream.check();
        stream.send(bytes("event"));
        stream.flush();
        for (int i = 1; i < EventStream.PING_CHECKS; i++) {
            stream.check();
        }
        assertThat(written()).containsExactly("event");
        assertThat(EventStream.PING_CHECKS * HttpConnections.CHECK_SECONDS).isEqualTo(20);
    }

    @Test
    void what_is_not_read_counts_in_the_budget_and_ends_the_stream_at_a_limit() {
        reads = false;
        byte[] message = new byte[100_000];
        for (int i = 0; i < 10; i++) {
            stream.send(message);
            stream.flush();
        }
        assertThat(channel.isOpen()).isTrue();
        assertThat(budget.unsent().usedBytes()).isEqualTo(1_000_000);
        unread.remove().setSuccess();
        assertThat(budget.unsent().usedBytes()).isEqualTo(900_000);
        assertThat(sent).hasValue(1);
        stream.send(message);
        stream.flush();
        assertThat(channel.isOpen()).isTrue();
        stream.send(message);
        assertThat(channel.isOpen()).isFalse();
        assertThat(stream.isOpen()).isFalse();
        assertThat(closed).hasValue(1);
        assertThat(tally.cut().get()).isEqualTo(1);
        assertThat(tally.open().get()).isZero();
        unread.forEach(promise -> promise.setFailure(new IOException("gone")));
        assertThat(budget.unsent().usedBytes()).isZero();
        stream.send(message);
        stream.flush();
        assertThat(sent).as("a failed write is no sign of life").hasValue(1);
    }

    @Test
    void a_stream_that_ends_is_complete() {
        stream.send(bytes("last"));
        stream.end();
        assertThat(written()).containsExactly("last", "END");
        assertThat(closed).hasValue(1);
        stream.send(bytes("late"));
        stream.flush();
        stream.check();
        stream.closed();
        assertThat(written()).isEmpty();
        assertThat(closed).hasValue(1);
    }

    @Test
    void there_is_a_limited_number_of_streams() throws HttpError {
        for (int i = 1; i < EventStreams.MOST; i++) {
            streams.checkRoom();
            open();
        }
        assertThat(tally.open().get()).isEqualTo(256);
        assertThatThrownBy(streams::checkRoom).isInstanceOfSatisfying(HttpError.class, error -> {
            assertThat(error.status()).isEqualTo(429);
            assertThat(error.problem().type()).isEqualTo(ProblemType.TOO_MANY);
        });
        assertThat(tally.refused().get()).isEqualTo(1);
        stream.closed();
        streams.checkRoom();
    }
}
