package dev.reeve.net;

import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Event loops that have the sockets of TCP connections, beside the loop of the node: they read, write, encrypt and decrypt, which is
 * most of the work of a request. The sessions stay on the loop of the node, each with a {@link RelayedChannel} in place of its socket.
 */
public final class IoThreads implements AutoCloseable {
    private static final int MOST = 64;
    /** One loop with an engine has enough to do when so many others read and write for it. */
    private static final int MOST_BY_DEFAULT = 4;
    /** The loop of the node, and the threads of the journal and of HTTP. */
    private static final int OTHER_PROCESSORS = 2;

    public static final Setting<Integer> THREADS = new Setting<>(
            "io.threads",
            new SettingType<>(
                    "auto, or a whole number from 0 to " + MOST,
                    SettingType.Form.ANY,
                    text -> text.equals("auto")
                            ? byDefault(Runtime.getRuntime().availableProcessors())
                            : SettingType.integer(0, MOST).parser().apply(text)),
            "auto",
            """
            Threads that read and write the sockets of the TCP doors, and encrypt. 0: the thread that executes the commands does so
            too, which is best with one or two processors. auto: two less than there are processors, and at most 4.""");

    private final MultiThreadIoEventLoopGroup group;
    private final IdentityHashMap<EventExecutor, Mailboxes> mailboxes = new IdentityHashMap<>();

    /** The ways between one of the threads and the loop of the node. */
    record Mailboxes(EventLoop node, LoopMailbox toNode, LoopMailbox toSockets) {}

    IoThreads(MultiThreadIoEventLoopGroup group, EventLoop node) {
        this.group = group;
        for (EventExecutor thread : group) {
            mailboxes.put(thread, new Mailboxes(node, new LoopMailbox(thread, node), new LoopMailbox(node, thread)));
        }
    }

    static int byDefault(int processors) {
        return Math.max(0, Math.min(MOST_BY_DEFAULT, processors - OTHER_PROCESSORS));
    }

    MultiThreadIoEventLoopGroup group() {
        return group;
    }

    /** The ways between the loop of the node and the thread of a socket. Any thread. */
    Mailboxes of(EventLoop thread) {
        return Objects.requireNonNull(mailboxes.get(thread));
    }

    /** Closes the sockets and ends the threads. The loop of the node has to run still. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
