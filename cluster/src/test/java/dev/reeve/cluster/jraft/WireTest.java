package dev.reeve.cluster.jraft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.PingRequest;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.ZeroByteStringHelper;
import dev.reeve.cluster.wire.Wire;
import dev.reeve.testkit.LogLines;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Frames between members: what is read, in which order, and what closes a connection. */
class WireTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Wire wire = new Wire(Wire.Security.NONE);
    private final List<String> disconnected = new CopyOnWriteArrayList<>();
    private final WireServer server =
            new WireServer(wire, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), disconnected::add);
    private final WireClient client = new WireClient();
    private final List<Long> received = new CopyOnWriteArrayList<>();
    private final List<Long> acknowledged = new CopyOnWriteArrayList<>();
    private volatile boolean mute;
    private volatile long newest;

    @BeforeEach
    void start() {
        client.use(wire, new WireClient.Followers() {
            @Override
            public boolean isNewest(long index) {
                return index == newest;
            }

            @Override
            public void acknowledged(long index) {
                acknowledged.add(index);
            }
        });
        server.registerProcessor(new RpcProcessor<PingRequest>() {
            @Override
            public void handleRequest(RpcContext context, PingRequest request) {
                received.add(request.getSendTimestamp());
                if (!mute) {
                    context.sendResponse(answer(request));
                }
            }

            @Override
            public String interest() {
                return PingRequest.class.getName();
            }
        });
        server.init(null);
    }

    @AfterEach
    void stop() {
        wire.close();
    }

    private static Message answer(PingRequest request) {
        return ErrorResponse.newBuilder()
                .setErrorCode((int) request.getSendTimestamp())
                .build();
    }

    private static PingRequest ping(long number) {
        return PingRequest.newBuilder().setSendTimestamp(number).build();
    }

    private static byte[] bytes(WireFrame frame) {
        ByteBuf encoded = frame.encode(UnpooledByteBufAllocator.DEFAULT);
        byte[] bytes = ByteBufUtil.getBytes(encoded);
        encoded.release();
        return bytes;
    }

    private Endpoint endpoint() {
        return new Endpoint("127.0.0.1", server.boundPort());
    }

    @Test
    void requests_arrive_in_the_order_in_which_they_were_sent_also_before_the_connection_stands() throws Exception {
        List<Integer> answers = new CopyOnWriteArrayList<>();
        for (int i = 1; i <= 1_000; i++) {
            client.invokeAsync(
                    endpoint(),
                    ping(i),
                    null,
                    (answer, failure) -> answers.add(((ErrorResponse) answer).getErrorCode()),
                    30_000);
        }
        await().atMost(PATIENCE).until(() -> answers.size() == 1_000);
        assertThat(received)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 1_000).boxed().toList());
        assertThat(answers).isSorted();
    }

    @Test
    void entries_are_acknowledged_when_the_library_knows_that_they_were_taken() throws Exception {
        serveAppends();
        List<List<Long>> before = new CopyOnWriteArrayList<>();
        for (AppendEntriesRequest request : List.of(after(0, 2), after(7, 0), after(7, 2))) {
            client.invokeAsync(
                    endpoint(), request, null, (answer, failure) -> before.add(List.copyOf(acknowledged)), 30_000);
        }
        await().atMost(PATIENCE).until(() -> !acknowledged.isEmpty());
        assertThat(before).containsExactly(List.of(), List.of(), List.of());
        assertThat(acknowledged).containsExactly(9L);
    }

    /** The commit waits for it. Anything else may read from the disk, for which the other members would wait. */
    @Test
    void the_answer_of_a_member_that_has_the_newest_entry_is_taken_by_the_thread_of_the_wire() throws Exception {
        serveAppends();
        newest = 9;
        List<String> threads = new CopyOnWriteArrayList<>();
        ExecutorService own = Executors.newSingleThreadExecutor(task -> new Thread(task, "own"));
        try {
            for (AppendEntriesRequest request : List.of(after(0, 9), after(7, 1), after(9, 0), after(7, 2))) {
                int answered = threads.size();
                client.invokeAsync(endpoint(), request, null, noting(threads, own), 30_000);
                await().atMost(PATIENCE).until(() -> threads.size() > answered);
            }
        } finally {
            own.shutdown();
        }
        assertThat(threads).containsExactly("own", "own", "own", "reeve-cluster-wire");
        await().atMost(PATIENCE).until(() -> acknowledged.size() == 2);
        assertThat(acknowledged).containsExactly(8L, 9L);
    }

    private static InvokeCallback noting(List<String> threads, Executor own) {
        return new InvokeCallback() {
            @Override
            public void complete(Object answer, Throwable failure) {
                threads.add(Thread.currentThread().getName());
            }

            @Override
            public Executor executor() {
                return own;
            }
        };
    }

    private void serveAppends() {
        server.registerProcessor(new RpcProcessor<AppendEntriesRequest>() {
            @Override
            public void handleRequest(RpcContext context, AppendEntriesRequest request) {
                context.sendResponse(AppendEntriesResponse.newBuilder()
                        .setTerm(1)
                        .setSuccess(request.getPrevLogIndex() != 0)
                        .build());
            }

            @Override
            public String interest() {
                return AppendEntriesRequest.class.getName();
            }
        });
    }

    private static AppendEntriesRequest after(long index, int count) {
        AppendEntriesRequest.Builder request =
                entries(ByteString.EMPTY).toBuilder().setPrevLogIndex(index);
        for (int i = 0; i < count; i++) {
            request.addEntriesBuilder()
                    .setTerm(1)
                    .setType(com.alipay.sofa.jraft.entity.EnumOutter.EntryType.ENTRY_TYPE_DATA);
        }
        return request.build();
    }

    /** The library uses the bytes of a request for the next one, and a thread for all members does not copy them. */
    @Test
    void a_request_is_sent_as_it_was_when_it_was_handed_over() throws Exception {
        List<String> arrived = new CopyOnWriteArrayList<>();
        server.registerProcessor(new RpcProcessor<AppendEntriesRequest>() {
            @Override
            public void handleRequest(RpcContext context, AppendEntriesRequest request) {
                arrived.add(request.getData().toStringUtf8());
            }

            @Override
            public String interest() {
                return AppendEntriesRequest.class.getName();
            }
        });
        CountDownLatch mayGoOn = new CountDownLatch(1);
        wire.loop().execute(() -> {
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        byte[] bytes = "first".getBytes(UTF_8);
        client.invokeAsync(
                endpoint(),
                entries(ZeroByteStringHelper.wrap(ByteBuffer.wrap(bytes))),
                null,
                (answer, failure) -> {},
                30_000);
        System.arraycopy("other".getBytes(UTF_8), 0, bytes, 0, bytes.length);
        mayGoOn.countDown();
        await().atMost(PATIENCE).until(() -> !arrived.isEmpty());
        assertThat(arrived).containsExactly("first");
    }

    private static AppendEntriesRequest entries(ByteString data) {
        return AppendEntriesRequest.newBuilder()
                .setGroupId("reeve")
                .setServerId("127.0.0.1:1:7")
                .setPeerId("127.0.0.1:2:8")
                .setTerm(5)
                .setPrevLogTerm(4)
                .setPrevLogIndex(3)
                .setCommittedIndex(2)
                .setData(data)
                .build();
    }

    @Test
    void a_request_to_nobody_fails() throws Exception {
        Endpoint nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = new Endpoint("127.0.0.1", free.getLocalPort());
        }
        assertThatThrownBy(() -> client.invokeSync(nobody, ping(1), null, 30_000))
                .isInstanceOf(RemotingException.class)
                .hasMessageContaining("no connection to 127.0.0.1");
    }

    @Test
    void a_request_without_an_answer_ends_with_its_time_out() {
        mute = true;
        assertThatThrownBy(() -> client.invokeSync(endpoint(), ping(1), null, 200))
                .isInstanceOf(InvokeTimeoutException.class);
        assertThat(received).containsExactly(1L);
    }

    @Test
    void a_connection_on_which_nothing_comes_back_is_given_up() throws Exception {
        mute = true;
        List<String> ends = new CopyOnWriteArrayList<>();
        client.invokeAsync(endpoint(), ping(1), null, (answer, failure) -> ends.add(String.valueOf(failure)), 600_000);
        assertThatThrownBy(() -> client.invokeSync(endpoint(), ping(2), null, 200))
                .isInstanceOf(InvokeTimeoutException.class);
        await().atMost(PATIENCE).until(() -> !ends.isEmpty());
        assertThat(ends).singleElement().asString().contains("no connection");
    }

    @Test
    void all_requests_end_with_their_connection_and_the_next_one_makes_another() throws Exception {
        mute = true;
        List<String> ends = new CopyOnWriteArrayList<>();
        for (int i = 1; i <= 10; i++) {
            client.invokeAsync(
                    endpoint(), ping(i), null, (answer, failure) -> ends.add(String.valueOf(failure)), 60_000);
        }
        await().atMost(PATIENCE).until(() -> received.size() == 10);
        client.closeConnection(endpoint());
        await().atMost(PATIENCE).until(() -> ends.size() == 10);
        assertThat(ends).allMatch(end -> end.contains("no connection"));
        mute = false;
        Object answer = client.invokeSync(endpoint(), ping(11), null, 30_000);
        assertThat(((ErrorResponse) answer).getErrorCode()).isEqualTo(11);
    }

    @Test
    void the_end_of_a_connection_is_told_if_entries_came_by_it() throws Exception {
        server.registerProcessor(new RpcProcessor<AppendEntriesRequest>() {
            @Override
            public void handleRequest(RpcContext context, AppendEntriesRequest request) {
                context.sendResponse(answer(ping(request.getTerm())));
            }

            @Override
            public String interest() {
                return AppendEntriesRequest.class.getName();
            }
        });
        try (Socket another = connect()) {
            another.getOutputStream().write(withProtocol(bytes(new WireFrame(false, 1, ping(9)))));
            await().atMost(PATIENCE).until(() -> received.contains(9L));
        }
        client.invokeSync(endpoint(), entries(ByteString.EMPTY), null, 30_000);
        assertThat(disconnected).isEmpty();
        client.closeConnection(endpoint());
        await().atMost(PATIENCE).until(() -> !disconnected.isEmpty());
        assertThat(disconnected).containsExactly("127.0.0.1:1:7");
    }

    @Test
    void a_frame_may_come_byte_by_byte() throws Exception {
        try (Socket socket = connect()) {
            byte[] frame = bytes(new WireFrame(false, 77, ping(5)));
            ByteBuffer all = ByteBuffer.allocate(4 + frame.length)
                    .putInt(WireFrame.PROTOCOL)
                    .put(frame);
            for (byte one : all.array()) {
                socket.getOutputStream().write(one);
                socket.getOutputStream().flush();
            }
            byte[] expected = bytes(new WireFrame(true, 77, answer(ping(5))));
            assertThat(socket.getInputStream().readNBytes(expected.length)).isEqualTo(expected);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.boundPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    private static byte[] withProtocol(byte[] frame) {
        return ByteBuffer.allocate(4 + frame.length)
                .putInt(WireFrame.PROTOCOL)
                .put(frame)
                .array();
    }

    private static byte[] frame(int length, int direction, int code) {
        return ByteBuffer.allocate(14)
                .putInt(length)
                .put((byte) direction)
                .putLong(1)
                .put((byte) code)
                .array();
    }

    @Test
    void what_is_no_frame_of_a_member_closes_the_connection() throws Exception {
        List<byte[]> wrong = List.of(
                withProtocol(frame(WireFrame.MAX_BYTES + 1, 0, 0)),
                withProtocol(frame(-1, 0, 0)),
                withProtocol(frame(3, 0, 0)),
                withProtocol(frame(10, 0, 99)),
                withProtocol(frame(10, 2, 0)),
                withProtocol(frame(10, 0, WireMessage.PING.code())),
                withProtocol(bytes(new WireFrame(true, 1, ping(1)))),
                withProtocol(bytes(new WireFrame(false, 1, answer(ping(1))))));
        try (LogLines lines = new LogLines(WireServer.class)) {
            for (byte[] bytes : wrong) {
                try (Socket socket = connect()) {
                    socket.getOutputStream().write(bytes);
                    socket.getOutputStream().flush();
                    assertThat(socket.getInputStream().read()).isEqualTo(-1);
                }
            }
            assertThat(lines.told()).hasSize(wrong.size()).allMatch(line -> line.startsWith("closing "));
        }
        assertThat(received).isEmpty();
        assertThat(client.invokeSync(endpoint(), ping(1), null, 30_000)).isNotNull();
    }

    @Test
    void who_speaks_no_protocol_of_a_cluster_is_closed() throws Exception {
        try (LogLines lines = new LogLines(Wire.class);
                Socket socket = connect()) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
            socket.getOutputStream().flush();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(lines.told()).singleElement().asString().contains("it speaks another protocol");
            assertThat(wire.refused()).isOne();
        }
    }

    /** A node listens before it has read its log, and the others do not know that. */
    @Test
    void who_comes_too_early_is_closed_and_is_no_stranger() throws Exception {
        Wire early = new Wire(Wire.Security.NONE);
        try (early;
                LogLines lines = new LogLines(Wire.class)) {
            early.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), early.port())) {
                socket.setSoTimeout((int) PATIENCE.toMillis());
                socket.getOutputStream().write(withProtocol(bytes(new WireFrame(false, 1, ping(1)))));
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(lines.told()).isEmpty();
            assertThat(early.refused()).isZero();
        }
    }

    /** Also while requests are on their way: the next process needs the port. */
    @Test
    void a_closed_wire_leaves_nothing_open() throws Exception {
        for (int i = 0; i < 50; i++) {
            Wire closed = new Wire(Wire.Security.NONE);
            WireServer other =
                    new WireServer(closed, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), member -> {});
            other.init(null);
            Endpoint address = new Endpoint("127.0.0.1", other.boundPort());
            for (int request = 0; request < 100; request++) {
                client.invokeAsync(address, ping(request), null, (answer, failure) -> {}, 30_000);
            }
            closed.close();
            try (ServerSocket again = new ServerSocket(address.getPort(), 1, InetAddress.getLoopbackAddress())) {
                assertThat(again.isBound()).isTrue();
            }
        }
    }

    @Test
    void too_many_connections_are_closed_and_room_comes_back() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (LogLines lines = new LogLines(Wire.class)) {
            for (int i = 0; i < 256; i++) {
                sockets.add(connect());
            }
            try (Socket last = connect()) {
                assertThat(last.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(lines.told()).singleElement().asString().contains("there are 256 connections already");
            for (Socket socket : sockets) {
                socket.close();
            }
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> client.invokeSync(endpoint(), ping(1), null, 5_000) != null);
        }
    }

    /** Whatever comes, a decoder returns frames or refuses, and keeps nothing. */
    @Test
    void damaged_frames_are_frames_or_are_refused() {
        SplittableRandom random = new SplittableRandom(1);
        byte[] good = bytes(new WireFrame(false, 3, ping(1_000)));
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = good.clone();
            int changes = 1 + random.nextInt(3);
            for (int change = 0; change < changes; change++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            EmbeddedChannel channel = new EmbeddedChannel(new WireDecoder());
            try {
                channel.writeInbound(Unpooled.wrappedBuffer(damaged));
                List<Object> frames = new ArrayList<>(channel.inboundMessages());
                assertThat(frames).allMatch(WireFrame.class::isInstance);
            } catch (DecoderException e) {
                refused++;
            } finally {
                channel.finishAndReleaseAll();
            }
        }
        assertThat(refused).isGreaterThan(5_000);
    }
}
