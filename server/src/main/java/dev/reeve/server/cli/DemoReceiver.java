package dev.reeve.server.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The program on this machine that the demo's webhook tells of failures. It is out of service now and then. */
final class DemoReceiver implements AutoCloseable {
    private static final int RECEIVED = 204;
    private static final int OUT_OF_SERVICE = 503;
    private static final int SERVED_IN_A_ROW = 6;

    private final HttpServer http;
    private int requests;

    DemoReceiver() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::receive);
        http.start();
    }

    int port() {
        return http.getAddress().getPort();
    }

    /** All requests are served by one thread. */
    private void receive(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        requests++;
        exchange.sendResponseHeaders(requests % (SERVED_IN_A_ROW + 1) == 0 ? OUT_OF_SERVICE : RECEIVED, -1);
        exchange.close();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
