package dev.reeve.bench;

import dev.reeve.server.Main;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.OcypodRequests;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures the CPU time of a request to the Ocypod door relative to a minimal server on the same codec that says hello. Both run in separate
 * processes, alternately; a job is three requests: create, take, complete. Run it with {@code bench/run HttpCost}.
 */
public final class HttpCost {
    private static final int PAIRS = 10;
    private static final int CLIENTS = 16;
    private static final long TURN_MILLIS = 3_000;
    private static final int WARM_UPS = 8;
    private static final byte[] HELLO = HttpDoorRequest.of("GET", "/").encode();

    private HttpCost() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2 && arguments[0].equals("hello")) {
            hello(Integer.parseInt(arguments[1]));
            return;
        }
        Path data = Files.createTempDirectory("reeve-http-cost");
        int helloPort = freePort();
        int reevePort = freePort();
        Process hello = start(HttpCost.class, "hello", String.valueOf(helloPort));
        Process reeve = start(
                Main.class,
                "serve",
                "--data",
                data.toString(),
                "--set",
                "durability=os",
                "--set",
                "busy-poll=off",
                "--set",
                "http.port=" + reevePort,
                "--set",
                "workq.port=off",
                "--set",
                "goqueue.port=off",
                "--set",
                "qless.port=off");
        try {
            awaitPort(helloPort);
            awaitPort(reevePort);
            compare(hello, helloPort, reeve, reevePort);
        } finally {
            hello.destroyForcibly();
            reeve.destroyForcibly();
        }
    }

    private static void compare(Process hello, int helloPort, Process reeve, int reevePort) throws Exception {
        double[] ratios = new double[PAIRS];
        for (int i = -WARM_UPS; i < PAIRS; i++) {
            double one = microsPerRequest(hello, helloPort, false);
            double other = microsPerRequest(reeve, reevePort, true);
            System.out.printf("hello %.1f us, ocypod %.1f us, ratio %.2f%n", one, other, other / one);
            if (i >= 0) {
                ratios[i] = other / one;
            }
        }
        Arrays.sort(ratios);
        System.out.printf("median of %d pairs: ratio %.2f%n", PAIRS, (ratios[PAIRS / 2 - 1] + ratios[PAIRS / 2]) / 2);
    }

    private static double microsPerRequest(Process server, int port, boolean jobs) throws Exception {
        AtomicLong requests = new AtomicLong();
        long until = System.nanoTime() + TURN_MILLIS * 1_000_000;
        Duration before = cpu(server);
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            String queue = "q" + i;
            Thread client = new Thread(() -> requests.addAndGet(talk(port, queue, jobs, until)));
            client.start();
            clients.add(client);
        }
        for (Thread client : clients) {
            client.join();
        }
        return cpu(server).minus(before).toNanos() / 1000.0 / requests.get();
    }

    private static Duration cpu(Process process) {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    private static long talk(int port, String queue, boolean jobs, long until) {
        long requests = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            byte[] create = OcypodRequests.add(queue, "{\"input\":{\"to\":\"ann\",\"n\":1}}")
                    .encode();
            byte[] take = OcypodRequests.take(queue).encode();
            if (jobs) {
                exchange(
                        socket,
                        in,
                        OcypodRequests.declare(queue, "{\"expires_after\":\"1ms\"}")
                                .encode());
            }
            while (System.nanoTime() < until) {
                if (jobs) {
                    String id = exchange(socket, in, create);
                    exchange(socket, in, take);
                    exchange(socket, in, OcypodRequests.complete(id, "").encode());
                    requests += 3;
                } else {
                    exchange(socket, in, HELLO);
                    requests++;
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return requests;
    }

    /** Sends a request and returns the body of the response. */
    private static String exchange(Socket socket, InputStream in, byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the server closed the connection after " + head);
            }
            head.append((char) next);
        }
        if (head.charAt(9) != '2') {
            throw new IOException(head.toString());
        }
        int length = head.indexOf("content-length: ");
        int size = length < 0 ? 0 : Integer.parseInt(head.substring(length + 16, head.indexOf("\r", length)));
        return new String(in.readNBytes(size), StandardCharsets.UTF_8);
    }

    private static void hello(int port) {
        byte[] text = "hello".getBytes(StandardCharsets.US_ASCII);
        new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()))
                .channel(EpollServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel accepted) {
                        accepted.pipeline().addLast(new HttpServerCodec(), new Hello(text));
                    }
                })
                .bind("127.0.0.1", port);
    }

    private static final class Hello extends SimpleChannelInboundHandler<HttpObject> {
        private final byte[] text;

        Hello(byte[] text) {
            this.text = text;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
            if (message instanceof LastHttpContent) {
                DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(text));
                response.headers().set("content-length", text.length);
                context.writeAndFlush(response);
            }
        }
    }

    private static Process start(Class<?> program, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseG1GC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0)) {
            return any.getLocalPort();
        }
    }

    private static void awaitPort(int port) throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream()
                        .write(HttpDoorRequest.of("GET", "/health").encode());
                byte[] status = socket.getInputStream().readNBytes(12);
                if (new String(status, StandardCharsets.US_ASCII).endsWith("200")) {
                    return;
                }
            } catch (IOException e) {
                // The server is not listening yet.
            }
            Thread.sleep(100);
        }
        throw new IllegalStateException("no server answers on port " + port);
    }
}
