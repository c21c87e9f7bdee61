package dev.reeve.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyBufferTest {
    private static final int LINES = 60_000;
    private static final int LARGE_BYTES = 100_000;
    private static final int LINE_BYTES = 100;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void what_a_slow_client_gets_is_whole_and_in_order(boolean epoll) throws Exception {
        try (Connected connected = new Connected(epoll)) {
            // Far more than the socket buffers take while the client does not read; then, from time to time, as much as
            // the client has read.
            for (int i = 0; i < LINES; i++) {
                connected.reply(i);
                if (i >= LINES / 2) {
                    connected.expectReply(i - LINES / 2);
                }
            }
            for (int i = LINES / 2; i < LINES; i++) {
                connected.expectReply(i);
            }
            assertThat(connected.unsentBytes()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void what_is_sent_at_once_is_not_owed(boolean epoll) throws Exception {
        try (Connected connected = new Connected(epoll)) {
            connected.onLoop(() -> {
                connected.output.bytes(line(1));
                connected.output.flush();
                assertThat(connected.output.unsentBytes()).isZero();
                assertThat(connected.output.allPassedToChannel()).isTrue();
            });
            connected.expect(line(1));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_flush_ends_after_a_part_if_others_should_come_first(boolean epoll) throws Exception {
        try (Connected connected = new Connected(epoll)) {
            connected.onLoop(() -> {
                for (int i = 0; i < 10; i++) {
                    connected.output.payload(new byte[LARGE_BYTES]);
                }
                connected.channel.pipeline().remove(FlushWhenWritable.class);
                assertThat(connected.output.flush(() -> true)).isTrue();
                assertThat(connected.output.unsentBytes()).isGreaterThan(5 * LARGE_BYTES);
                connected.channel.pipeline().addLast(new FlushWhenWritable(connected.output));
                connected.output.flush();
            });
            connected.expect(new byte[10 * LARGE_BYTES]);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_reply_does_not_overtake_one_that_the_socket_took_in_part(boolean epoll) throws Exception {
        try (Connected connected = new Connected(epoll)) {
            AtomicInteger lines = new AtomicInteger();
            connected.onLoop(() -> {
                while (connected.output.unsentBytes() == 0) {
                    for (int i = 0; i < 200; i++) {
                        connected.output.bytes(line(lines.getAndIncrement()));
                    }
                    connected.output.flush();
                }
                assertThat(connected.channel.isWritable()).isTrue();
                // The socket accepts bytes again, but the loop has not been told yet.
                int sent = (int) ((long) LINE_BYTES * lines.get() - connected.output.unsentBytes());
                connected.read(sent);
                connected.output.bytes(line(lines.getAndIncrement()));
                connected.output.flush();
            });
            connected.expectReceived(IntStream.range(0, lines.get()).mapToObj(ReplyBufferTest::line));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void every_byte_passes_the_other_handlers_of_the_pipeline(boolean epoll) throws Exception {
        try (Connected connected = new Connected(epoll)) {
            byte[] text = "a reply\n".getBytes(US_ASCII);
            connected.onLoop(() -> {
                connected.channel.pipeline().addFirst(new UpperCase());
                connected.output.bytes(text);
                connected.output.flush();
                connected.output.payload(payload());
                connected.output.bytes(text);
                connected.output.flush();
                connected.output.bytes(text);
                connected.output.flush();
            });
            connected.expect("A REPLY\n".getBytes(US_ASCII));
            connected.expect("X".repeat(LARGE_BYTES).getBytes(US_ASCII));
            connected.expect("A REPLY\nA REPLY\n".getBytes(US_ASCII));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_client_that_has_gone_closes_the_channel(boolean epoll) throws Exception {
        try (Connected connected = new Connected(epoll)) {
            connected.client.setSoLinger(true, 0);
            connected.client.close();
            await().atMost(20, TimeUnit.SECONDS).until(() -> {
                connected.onLoop(() -> {
                    connected.output.bytes(line(1));
                    connected.output.flush();
                });
                return !connected.channel.isOpen();
            });
        }
    }

    private static boolean hasPayload(int number) {
        return number % 10_000 == 5_000;
    }

    private static byte[] payload() {
        byte[] large = new byte[LARGE_BYTES];
        Arrays.fill(large, (byte) 'x');
        return large;
    }

    private static byte[] line(int number) {
        return "%099d\n".formatted(number).getBytes(US_ASCII);
    }

    /** A client socket and the server side of its connection. */
    private static final class Connected implements AutoCloseable {
        private final NettyLoop loop;
        private final Channel server;
        private final Socket client = new Socket();
        private final Channel channel;
        private final ReplyBuffer output;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();

        Connected(boolean epoll) throws Exception {
            loop = new NettyLoop(epoll, true, 0);
            CompletableFuture<Channel> accepted = new CompletableFuture<>();
            CompletableFuture<ReplyBuffer> opened = new CompletableFuture<>();
            server = loop.listen(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    bootstrap -> bootstrap
                            .childOption(ChannelOption.AUTO_READ, false)
                            .childHandler(new ChannelInitializer<>() {
                                @Override
                                protected void initChannel(Channel one) {
                                    ReplyBuffer its = new ReplyBuffer(one);
                                    one.pipeline().addLast(new FlushWhenWritable(its));
                                    opened.complete(its);
                                    accepted.complete(one);
                                }
                            }));
            // Smaller than what is sent, and larger than a segment: a window below that makes the sender wait for a
            // timer.
            client.setReceiveBufferSize(64 << 10);
            client.setSoTimeout(20_000);
            client.connect(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), ((InetSocketAddress) server.localAddress()).getPort()));
            channel = accepted.get(20, TimeUnit.SECONDS);
            output = opened.get(20, TimeUnit.SECONDS);
        }

        void onLoop(Runnable task) throws Exception {
            CompletableFuture.runAsync(task, loop.eventLoop()).get(20, TimeUnit.SECONDS);
        }

        /** Sends a line, sometimes with a large payload. */
        void reply(int number) throws Exception {
            onLoop(() -> {
                output.bytes(line(number));
                if (hasPayload(number)) {
                    output.payload(payload());
                }
                output.flush();
            });
        }

        void expectReply(int number) throws IOException {
            expect(line(number));
            if (hasPayload(number)) {
                expect(payload());
            }
        }

        void expect(byte[] bytes) throws IOException {
            assertThat(client.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
        }

        /** Reads so many bytes and keeps them. */
        void read(int bytes) {
            try {
                received.writeBytes(client.getInputStream().readNBytes(bytes));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Reads until so many bytes have been received as these pieces have, and compares all of them. */
        void expectReceived(Stream<byte[]> pieces) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            pieces.forEach(all::writeBytes);
            read(all.size() - received.size());
            assertThat(received.toByteArray()).isEqualTo(all.toByteArray());
        }

        long unsentBytes() throws Exception {
            return CompletableFuture.supplyAsync(output::unsentBytes, loop.eventLoop())
                    .get(20, TimeUnit.SECONDS);
        }

        @Override
        public void close() throws IOException {
            client.close();
            server.close().syncUninterruptibly();
            loop.close();
        }
    }

    private static final class FlushWhenWritable extends ChannelInboundHandlerAdapter {
        private final ReplyBuffer output;

        FlushWhenWritable(ReplyBuffer output) {
            this.output = output;
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext from) {
            output.flush();
        }

        /** A lost connection is already closed. An unhandled exception would make Netty log a warning. */
        @Override
        public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
            if (!(cause instanceof IOException)) {
                from.fireExceptionCaught(cause);
            }
        }
    }

    /** Stands for a handler that changes bytes, such as one that encrypts. */
    private static final class UpperCase extends ChannelOutboundHandlerAdapter {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored")
        public void write(ChannelHandlerContext from, Object message, ChannelPromise promise) {
            ByteBuf bytes = (ByteBuf) message;
            ByteBuf changed = from.alloc().directBuffer(bytes.readableBytes());
            while (bytes.isReadable()) {
                changed.writeByte(Character.toUpperCase((char) bytes.readByte()));
            }
            bytes.release();
            from.write(changed, promise);
        }
    }
}
