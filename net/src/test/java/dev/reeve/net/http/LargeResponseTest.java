package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Large responses are encoded and sent piece by piece, with turns of others between. */
class LargeResponseTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final AtomicInteger passed = new AtomicInteger();

    @Test
    void content_is_sent_in_slices() {
        byte[] bytes = new byte[1_000_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        LargeResponse response = new LargeResponse(channel, Unpooled.wrappedBuffer(bytes), passed::incrementAndGet);
        response.sendMore();
        List<HttpContent> slices = new ArrayList<>();
        while (slices.isEmpty() || !(slices.get(slices.size() - 1) instanceof LastHttpContent)) {
            channel.runScheduledPendingTasks();
            HttpContent slice = channel.readOutbound();
            if (slice != null) {
                slices.add(slice);
            }
        }
        ByteBuf all = Unpooled.buffer();
        slices.forEach(slice -> {
            assertThat(slice.content().readableBytes()).isLessThanOrEqualTo(64 * 1024);
            all.writeBytes(slice.content());
        });
        assertThat(all).isEqualTo(Unpooled.wrappedBuffer(bytes));
        assertThat(passed).hasValue(1);
        assertThat(response.sent().isSuccess()).isTrue();
    }

    @Test
    void what_a_client_does_not_fetch_is_released_when_it_disconnects() {
        ByteBuf content = Unpooled.buffer(1_000_000).writeZero(1_000_000);
        LargeResponse response = new LargeResponse(channel, content, passed::incrementAndGet);
        response.abandon();
        assertThat(content.refCnt()).isZero();
        assertThat(response.sent().isDone()).isTrue();
        assertThat(response.sent().isSuccess()).isFalse();
        response.sendMore();
        assertThat(channel.outboundMessages()).isEmpty();
        assertThat(passed).hasValue(0);
    }

    @Test
    void a_value_is_encoded_for_a_millisecond_at_a_time() {
        List<Integer> items = IntStream.range(0, 300).boxed().toList();
        JsonInTurns json = new JsonInTurns(
                JsonParts.all(List.of(
                        JsonParts.one(out -> out.writeStartArray()),
                        JsonParts.items(items, (item, out) -> {
                            spinMicros(100);
                            out.writeString("x".repeat(1000) + item);
                        }),
                        JsonParts.numbers(new long[] {7, 8}),
                        JsonParts.one(out -> out.writeEndArray()))),
                UnpooledByteBufAllocator.DEFAULT);
        int turns = 1;
        while (!json.encodeMore()) {
            turns++;
        }
        assertThat(turns).isGreaterThan(5);
        ByteBuf encoded = json.encoded();
        String text = encoded.toString(StandardCharsets.UTF_8);
        encoded.release();
        assertThat(text).startsWith("[\"xxx").endsWith("x299\",[7,8]]");
        assertThat(text.length()).isGreaterThan(300_000);
    }

    private static void spinMicros(long micros) {
        long until = System.nanoTime() + micros * 1000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }
}
