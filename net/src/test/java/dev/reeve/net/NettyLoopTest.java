package dev.reeve.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.LogLines;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NettyLoopTest {
    private static final int TASKS = 20_000;

    private final NettyLoop loop = new NettyLoop(true);

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void a_loop_that_spins_sleeps_when_there_is_nothing_to_do() throws Exception {
        pingPong();
        long[] last = {System.nanoTime(), cpuNanos()};
        await().atMost(20, TimeUnit.SECONDS)
                .pollDelay(300, TimeUnit.MILLISECONDS)
                .pollInterval(300, TimeUnit.MILLISECONDS)
                .until(() -> {
                    long[] before = last.clone();
                    last[0] = System.nanoTime();
                    last[1] = cpuNanos();
                    return last[1] - before[1] < (last[0] - before[0]) * 3 / 10;
                });
    }

    @Test
    void a_loop_that_spins_does_what_comes_from_other_threads() throws Exception {
        assertThat(pingPong()).isEqualTo(TASKS);
    }

    @Test
    void alarms_ring_while_it_spins() throws Exception {
        CountDownLatch rang = new CountDownLatch(1);
        loop.execute(() -> loop.schedule(rang::countDown, 2_000));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (rang.getCount() > 0 && System.nanoTime() < deadline) {
            runOne(() -> {});
        }
        assertThat(rang.getCount()).isZero();
    }

    @Test
    void a_lack_of_file_descriptors_is_logged_once_and_connections_are_accepted_afterwards() throws Exception {
        CountDownLatch accepted = new CountDownLatch(1);
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Channel socket = loop.listen(
                anyPort,
                bootstrap -> bootstrap.childHandler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext context) {
                        accepted.countDown();
                    }
                }));
        try (LogLines log = new LogLines(AcceptFailureLog.class);
                Socket client = new Socket()) {
            IOException failure = new IOException("accept(..) failed with error(-24): Too many open files");
            runOne(() -> socket.pipeline().fireExceptionCaught(failure).fireExceptionCaught(failure));
            assertThat(log.told())
                    .singleElement()
                    .asString()
                    .contains("cannot accept connections on", "will retry", "Too many");
            client.connect(socket.localAddress());
            assertThat(accepted.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void buffers_are_not_sampled_for_leaks() {
        assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.DISABLED);
    }

    /** Runs many tasks in sequence, each as soon as the one before is done, so that the loop starts to busy-poll. */
    private int pingPong() throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < TASKS; i++) {
            runOne(done::incrementAndGet);
        }
        return done.get();
    }

    private void runOne(Runnable task) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        loop.execute(() -> {
            task.run();
            done.countDown();
        });
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private long cpuNanos() throws InterruptedException {
        long[] nanos = new long[1];
        runOne(() -> nanos[0] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        return nanos[0];
    }
}
