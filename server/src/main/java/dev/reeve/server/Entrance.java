package dev.reeve.server;

import dev.reeve.access.Audit;
import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileException;
import dev.reeve.access.AuthSettings;
import dev.reeve.access.Gate;
import dev.reeve.access.Logins;
import dev.reeve.access.ProxyUsers;
import dev.reeve.node.Node;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The auth file and the audit log of a server that has them. */
record Entrance(Logins logins, @Nullable ProxyUsers throughProxies, Audit audit) implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Entrance.class);

    /** Reads the auth file of the settings; empty if there is none. */
    static Optional<Entrance> open(Settings settings) {
        Optional<Path> file = settings.get(AuthSettings.FILE);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<Path> auditFile = settings.get(AuthSettings.AUDIT_FILE);
            Audit audit = new Audit(auditFile);
            audit.open();
            Logins logins = Logins.follow(new AuthFile(file.get()));
            ProxyUsers throughProxies =
                    AuthSettings.proxies(settings).map(logins::throughProxies).orElse(null);
            Entrance opened = new Entrance(logins, throughProxies, audit);
            if (auditFile.isEmpty()) {
                log.info("audit.file is off: audit lines are in the log only, and are lost if nobody reads stderr");
            }
            return Optional.of(opened);
        } catch (AuthFileException e) {
            throw new StartException(e.getMessage());
        }
    }

    Gate gate(Node node) {
        return new Gate(logins, throughProxies, node, node::current, audit);
    }

    @Override
    public void close() {
        logins.close();
        audit.close();
    }
}
