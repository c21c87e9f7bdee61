package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import java.util.List;
import java.util.function.IntFunction;

/** The ports of the server under attack, and quick ways to fill it. */
record AttackedServer(int workq, int goqueue, int qless, int http) {
    static final List<String> DOORS = List.of("http.port=0", "goqueue.port=0", "qless.port=0");

    private static final int PIPELINED = 200;

    static AttackedServer of(ServerProcess server) throws InterruptedException {
        return new AttackedServer(
                server.awaitReady("workq"),
                server.awaitReady("goqueue"),
                server.awaitReady("qless"),
                server.awaitReady("http"));
    }

    /** Sends this many qless requests in a pipeline, and reads the replies. */
    void fill(int count, IntFunction<String> request) {
        try (TestClient socket = new TestClient(qless)) {
            RespClient client = new RespClient(socket);
            for (int done = 0; done < count; done += PIPELINED) {
                int batch = Math.min(PIPELINED, count - done);
                StringBuilder requests = new StringBuilder();
                for (int i = 0; i < batch; i++) {
                    requests.append(request.apply(done + i));
                }
                client.sendRaw(requests.toString());
                for (int i = 0; i < batch; i++) {
                    String reply = client.reply();
                    if (reply.startsWith("-")) {
                        throw new AssertionError(reply);
                    }
                }
            }
        }
    }

    static String put(String queue, String jid, String... options) {
        String[] words = new String[6 + options.length];
        System.arraycopy(new String[] {"w", queue, jid, "klass", "{}", "0"}, 0, words, 0, 6);
        System.arraycopy(options, 0, words, 6, options.length);
        return QlessRequests.call("put", "1", words);
    }
}
