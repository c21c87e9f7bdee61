package dev.reeve.server.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Runs commands, one for a server against an answer of its own, and prints nothing. The launcher does so once, and has the JVM write an
 * archive of the classes that were loaded: later commands start from it.
 */
public final class Rehearsal {
    private static final String ANSWER = "{\"jobs\":[{\"id\":\"a\",\"queue\":\"q\",\"type\":\"t\",\"state\":\"ready\","
            + "\"attempt\":0,\"run_at\":\"2030-01-01T12:00:00Z\",\"error\":null}],\"cursor\":null}";

    private Rehearsal() {}

    public static void main(String[] arguments) throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> answer(listener), "rehearsal");
            server.setDaemon(true);
            server.start();
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            String url = "http://127.0.0.1:" + listener.getLocalPort();
            int code = ReeveCommand.execute(nowhere, nowhere, "completion", "bash");
            System.exit(code + ReeveCommand.execute(nowhere, nowhere, "jobs", "--url", url));
        }
    }

    private static void answer(ServerSocket listener) {
        try (Socket client = listener.accept();
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
                OutputStream out = client.getOutputStream()) {
            String line = in.readLine();
            while (line != null && !line.isEmpty()) {
                line = in.readLine();
            }
            String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + ANSWER.length();
            out.write((head + "\r\n\r\n" + ANSWER).getBytes(StandardCharsets.US_ASCII));
            out.flush();
            // Until the command has ended, the connection stays open as that of a server does.
            in.readLine();
        } catch (IOException e) {
            // The command has ended.
            return;
        }
    }
}
