package dev.reeve.net.http;

import dev.reeve.access.Caller;
import dev.reeve.access.Gate;
import dev.reeve.access.Identity;
import dev.reeve.access.ProxyUsers;
import dev.reeve.access.Secret;
import dev.reeve.net.Login;
import dev.reeve.net.Peer;
import dev.reeve.node.Requests;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who sends the requests of a connection, on a server whose clients have to say who they are. Every request says so; one
 * that says the same as the one before is not checked again. When the identity ends, the connection is closed. HTTP loop only.
 */
final class HttpLogin {
    /** Values of headers of their own: Chromium reads only the first challenge of a header. */
    static final List<String> CHALLENGES =
            List.of("Bearer realm=\"reeve\"", "Basic realm=\"reeve\", charset=\"UTF-8\"");

    /** The challenge for clients that must not ask their user for a password. */
    static final List<String> TOKEN_CHALLENGE = CHALLENGES.subList(0, 1);

    private static final String BEARER = "Bearer ";
    private static final String BASIC = "Basic ";

    /** An identity, and the node as it reaches it. */
    record Known(Identity identity, Requests requests) {
        /** Whether the client has proved who it is. A page in a browser of the same network has not. */
        boolean isProved() {
            return identity.kind() != Identity.Kind.NETWORK;
        }
    }

    private final Gate gate;
    private final Channel channel;
    private final InetAddress address;
    private final @Nullable String subject;
    private final Runnable identityEnded;
    private @Nullable String lastHeader;
    private @Nullable Known last;

    HttpLogin(Gate gate, Channel channel, Peer peer) {
        this.gate = gate;
        this.subject = peer.certificateSubject();
        this.channel = channel;
        this.address = Login.address(channel);
        this.identityEnded = () -> channel.eventLoop().execute(channel::close);
    }

    /**
     * Who sends a request that says the same as the one before; null if it says something else, or the identity has ended.
     *
     * @param header the value of the Authorization header
     */
    @Nullable
    Known again(String header) {
        Known before = last;
        String told = lastHeader;
        return before != null && told != null && areSame(told, header) && !before.identity.hasEnded() ? before : null;
    }

    /** Takes as long for each text of that length: the clients of a proxy share a connection, and one might guess at another's. */
    private static boolean areSame(String told, String header) {
        int length = told.length();
        if (header.length() != length) {
            return false;
        }
        int differences = 0;
        for (int i = 0; i < length; i++) {
            differences |= told.charAt(i) ^ header.charAt(i);
        }
        return differences == 0;
    }

    /**
     * Calls back once, now or later.
     *
     * @param header the value of the Authorization header; null if there is none
     * @param done gets null if the request does not say who sends it, or says it wrongly
     */
    void identify(@Nullable String header, Consumer<@Nullable Known> done) {
        Secret secret = header == null ? null : secret(header);
        if (secret != null) {
            gate.login(Route.HTTP, secret, address, channel.eventLoop(), found -> become(found, header, done));
        } else {
            become(header == null ? gate.known(subject, address, Route.HTTP) : null, header, done);
        }
    }

    /** The sender has logged in before, which was noted then. */
    Known use(Identity found) {
        Known before = last;
        if (before != null && before.identity == found) {
            return before;
        }
        close();
        Known known = new Known(found, gate.open(new Caller(found, Route.HTTP, address)));
        last = known;
        lastHeader = null;
        found.whenEnded(identityEnded);
        return known;
    }

    /** A proxy names the sender. Its first request is noted. */
    void use(ProxyUsers.User user, Consumer<Known> done) {
        if (user.isNew()) {
            Caller caller = new Caller(user.identity(), Route.HTTP, address);
            gate.noteLogin(caller, channel.eventLoop(), () -> done.accept(use(user.identity())));
        } else {
            done.accept(use(user.identity()));
        }
    }

    /** Notes that a proxy has named somebody whom nobody knows. */
    void noteUnknown(String name) {
        gate.noteUnknown(Route.HTTP, address, name);
    }

    private void become(@Nullable Identity found, @Nullable String header, Consumer<@Nullable Known> done) {
        Known before = last;
        if (found == null) {
            done.accept(null);
        } else if (before != null && before.identity == found) {
            lastHeader = header;
            done.accept(before);
        } else {
            Caller caller = new Caller(found, Route.HTTP, address);
            gate.noteLogin(caller, channel.eventLoop(), () -> {
                close();
                Known known = new Known(found, gate.open(caller));
                last = known;
                lastHeader = header;
                found.whenEnded(identityEnded);
                done.accept(known);
            });
        }
    }

    /** The secret in a header; null if it is in no known form. */
    private static @Nullable Secret secret(String header) {
        if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return Secret.ofToken(header.substring(BEARER.length()).strip());
        }
        if (!header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return null;
        }
        try {
            byte[] decoded =
                    Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
            String text = new String(decoded, StandardCharsets.UTF_8);
            int colon = text.indexOf(':');
            return colon < 0 ? null : new Secret(text.substring(0, colon), text.substring(colon + 1));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The connection is closed. */
    void close() {
        Known before = last;
        last = null;
        if (before != null) {
            before.identity.forget(identityEnded);
        }
    }
}
