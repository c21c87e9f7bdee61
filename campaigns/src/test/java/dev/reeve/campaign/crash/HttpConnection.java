package dev.reeve.campaign.crash;

import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.Violation;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The common part of the two HTTP doors. */
final class HttpConnection implements Closeable {
    private final RawHttp http;

    HttpConnection(ServerProcess server) throws IOException, InterruptedException {
        http = new RawHttp(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.awaitReady("http")));
    }

    RawHttp.Answer get(String path) throws IOException {
        return http.request("GET " + path + " HTTP/1.1", "Host: x").read();
    }

    RawHttp.Answer delete(String path) throws IOException {
        return http.request("DELETE " + path + " HTTP/1.1", "Host: x").read();
    }

    RawHttp.Answer send(String methodAndPath, String json) throws IOException {
        return http.requestWithBody(methodAndPath, json).read();
    }

    /** Sends a body and an extra header. */
    RawHttp.Answer send(String methodAndPath, String header, String json) throws IOException {
        return http.send(methodAndPath + " HTTP/1.1\r\nHost: x\r\n" + header + "\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + json.length() + "\r\n\r\n" + json)
                .read();
    }

    /** A stopping server may have executed the request or not. */
    static RawHttp.Answer require(RawHttp.Answer answer, int... statuses) throws IOException {
        if (answer.status() == 503) {
            throw new IOException("the server stops");
        }
        for (int status : statuses) {
            if (answer.status() == status) {
                return answer;
            }
        }
        throw new Violation("nobody expects " + answer);
    }

    /** The value of a key; the value has no quotes. */
    static String value(String json, String key) {
        Matcher value = Pattern.compile("\"" + key + "\":\"?([^\",}]*)").matcher(json);
        if (!value.find()) {
            throw new Violation("there is no " + key + " in " + json);
        }
        return value.group(1);
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
