package dev.reeve.server.locks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A web server with the hostile pages; each page reports to it what it has seen. */
final class HostileSite implements AutoCloseable {
    private static final long SECONDS_PATIENCE = 60;

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();

    HostileSite() throws IOException {
        server.createContext("/hostile", exchange -> answer(exchange, page("hostile.html")));
        server.createContext("/report", exchange -> {
            reports.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            answer(exchange, new byte[0]);
        });
        server.start();
    }

    static byte[] page(String name) throws IOException {
        try (InputStream page = HostileSite.class.getResourceAsStream("/pages/" + name)) {
            return Objects.requireNonNull(page).readAllBytes();
        }
    }

    private static void answer(HttpExchange exchange, byte[] page) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
        exchange.sendResponseHeaders(200, page.length == 0 ? -1 : page.length);
        exchange.getResponseBody().write(page);
        exchange.close();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String reportAddress() {
        return "http://" + Chromium.EVIL + ":" + port() + "/report";
    }

    /** Waits for what the next page reports: a line for each attempt. */
    List<String> awaitReport() throws InterruptedException {
        String report = reports.poll(SECONDS_PATIENCE, TimeUnit.SECONDS);
        if (report == null) {
            throw new AssertionError("no page has reported anything");
        }
        return report.lines().toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
