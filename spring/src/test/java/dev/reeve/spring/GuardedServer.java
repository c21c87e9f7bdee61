package dev.reeve.spring;

import dev.reeve.client.Credentials;
import dev.reeve.client.Reeve;
import dev.reeve.server.Server;
import dev.reeve.server.SettingsReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** A server that knows two producers: one for every queue, and one for the queue orders. */
final class GuardedServer implements AutoCloseable {
    private static final String SECRET = "a".repeat(43);

    private final Server server;

    GuardedServer(Path folder) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(SECRET.getBytes(StandardCharsets.US_ASCII));
        String token = "[token.%s]\nid = \"%s\"\nsha256 = \"" + HexFormat.of().formatHex(hash)
                + "\"\nrole = \"admin\"\nqueues = [\"%s\"]\n";
        Path auth = Files.writeString(
                folder.resolve("auth.toml"),
                token.formatted("all", id("*"), "*") + token.formatted("one", id("orders"), "orders"));
        Files.setPosixFilePermissions(auth, PosixFilePermissions.fromString("rw-------"));
        SettingsReader settings = new SettingsReader();
        List.of("http.port=0", "workq.port=off", "goqueue.port=off", "qless.port=off", "metrics=false", "durability=os")
                .forEach(settings::readAssignment);
        settings.readAssignment("data=" + folder.resolve("data"));
        settings.readAssignment("journal.segment-size=4MiB");
        settings.readAssignment("auth.file=" + auth);
        server = new Server(settings.settings());
        server.start();
    }

    private static String id(String queues) {
        return queues.equals("*") ? "aaaaaaaa" : "bbbbbbbb";
    }

    /** A client that may add jobs to these queues. */
    Reeve clientFor(String queues) {
        return Reeve.connect(
                URI.create("http://127.0.0.1:" + server.port("http")),
                Credentials.token("rv_" + id(queues) + "_" + SECRET));
    }

    @Override
    public void close() {
        server.stop();
    }
}
