package dev.reeve.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Connects clients with a server, cuts connections, and swallows answers. The server's port may change. */
public final class FlakyProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger toSwallow = new AtomicInteger();
    private volatile int target;
    private volatile boolean mute;
    private volatile boolean recorded;
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();

    public FlakyProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    public void target(int port) {
        target = port;
    }

    /** The next answers do not reach the client: their connections are closed in place of them. */
    public void swallowAnswers(int count) {
        toSwallow.set(count);
    }

    /** While it is mute, no answer reaches a client, and connections stay open all the same. */
    public void mute(boolean on) {
        mute = on;
    }

    /** Keeps what clients send from now on. */
    public FlakyProxy recorded() {
        recorded = true;
        return this;
    }

    /** All that clients have sent. */
    public String requests() {
        return String.join("", requests);
    }

    /** Cuts all connections. */
    public void cut() {
        sockets.forEach(FlakyProxy::close);
        sockets.clear();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                start(() -> connect(client));
            } catch (IOException e) {
                // It is closed.
                return;
            }
        }
    }

    private void connect(Socket client) {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(server);
            start(() -> copy(client, server, false));
            copy(server, client, true);
        } catch (IOException e) {
            close(client);
        }
    }

    private void copy(Socket from, Socket to, boolean isAnswer) {
        byte[] buffer = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (recorded && !isAnswer) {
                    requests.add(new String(buffer, 0, count, StandardCharsets.UTF_8));
                }
                if (isAnswer && toSwallow.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    return;
                }
                if (!isAnswer || !mute) {
                    out.write(buffer, 0, count);
                }
            }
        } catch (IOException e) {
            // The other end has closed, or the connection was cut.
            return;
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
