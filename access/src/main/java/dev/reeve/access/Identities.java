package dev.reeve.access;

import java.net.InetAddress;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * The identities of the auth file that is in use. When it is replaced, an identity whose entry is unchanged goes on, and every
 * other one ends. Safe from any thread.
 */
final class Identities {
    private static final byte[] NO_HASH = new byte[32];

    /** An entry with its identity. */
    private record Known(AuthEntry entry, Identity identity) {}

    private record Table(
            Map<String, Known> tokens,
            Map<String, Known> users,
            Map<String, Known> certificates,
            List<Known> networks,
            int iterations) {
        static Table of(List<Known> all) {
            Map<String, Known> tokens = new HashMap<>();
            Map<String, Known> users = new HashMap<>();
            Map<String, Known> certificates = new HashMap<>();
            List<Known> networks = new ArrayList<>();
            int iterations = 0;
            for (Known one : all) {
                if (one.entry.proof() instanceof AuthEntry.TokenProof token) {
                    tokens.put(token.id(), one);
                } else if (one.entry.proof() instanceof AuthEntry.PasswordProof password) {
                    users.put(one.entry.name(), one);
                    iterations = Math.max(iterations, password.password().iterations());
                } else if (one.entry.proof() instanceof AuthEntry.ProxyProof) {
                    users.put(one.entry.name(), one);
                } else if (one.entry.proof() instanceof AuthEntry.SubjectProof subject) {
                    certificates.put(subject.canonical(), one);
                } else if (one.entry.proof() instanceof AuthEntry.NetworkProof) {
                    networks.add(one);
                }
            }
            networks.sort(Comparator.comparingInt(one -> -prefixBits(one)));
            return new Table(
                    tokens,
                    users,
                    certificates,
                    networks,
                    iterations == 0 ? PasswordHash.DEFAULT_ITERATIONS : iterations);
        }

        private static int prefixBits(Known network) {
            return network.entry.proof() instanceof AuthEntry.NetworkProof proof
                    ? proof.range().prefixBits()
                    : 0;
        }
    }

    private final Supplier<Instant> clock;
    private List<Known> known = List.of();
    private volatile Table table = Table.of(List.of());

    Identities(Supplier<Instant> clock) {
        this.clock = clock;
    }

    /** Uses these entries from now on. */
    synchronized void replace(List<AuthEntry> entries) {
        List<Known> before = known;
        List<Known> after = new ArrayList<>(entries.size());
        Set<Identity> kept = new HashSet<>();
        Map<String, Known> byName = new HashMap<>();
        before.forEach(one -> byName.put(key(one.entry), one));
        for (AuthEntry entry : entries) {
            Known same = byName.get(key(entry));
            boolean goesOn = same != null && !same.identity.hasEnded() && entry.continues(same.entry);
            Identity identity = goesOn && same != null
                    ? same.identity
                    : new Identity(entry.kind(), entry.name(), entry.role(), entry.queues());
            after.add(new Known(entry, identity));
            kept.add(identity);
        }
        known = after;
        table = Table.of(after);
        before.stream().map(Known::identity).filter(one -> !kept.contains(one)).forEach(Identity::end);
        endExpired();
    }

    private static String key(AuthEntry entry) {
        return entry.kind() + " " + entry.name();
    }

    /** Ends the identities of tokens that have expired. */
    synchronized void endExpired() {
        Instant now = clock.get();
        known.stream()
                .filter(one -> one.entry.hasExpired(now) && !one.identity.hasEnded())
                .forEach(one -> one.identity.end());
    }

    /** The identity of a token; null if there is none, or if it has expired. Takes the same time for unknown ids. */
    @Nullable
    Identity token(TokenText token) {
        Known found = table.tokens.get(token.id());
        byte[] expected = found != null && found.entry.proof() instanceof AuthEntry.TokenProof proof
                ? HexFormat.of().parseHex(proof.sha256())
                : NO_HASH;
        boolean matches = MessageDigest.isEqual(expected, token.sha256());
        return found != null && matches && !found.entry.hasExpired(clock.get()) ? found.identity : null;
    }

    /** The identity of a user, who may have a password or none; null if there is no such user. */
    @Nullable
    Identity named(String name) {
        Known found = table.users.get(name);
        return found == null ? null : found.identity;
    }

    /** A user's identity and password; null if there is no such user, or it has none. */
    @Nullable
    User user(String name) {
        Known found = table.users.get(name);
        return found != null && found.entry.proof() instanceof AuthEntry.PasswordProof proof
                ? new User(found.identity, proof.password())
                : null;
    }

    record User(Identity identity, PasswordHash password) {}

    /** The number of iterations that a check for an unknown user takes. */
    int iterations() {
        return table.iterations;
    }

    /** The identity of a certificate whose chain has been verified; null if there is none. */
    @Nullable
    Identity certificate(X500Principal subject) {
        Known found = table.certificates.get(AuthFileReader.canonical(subject));
        return found == null ? null : found.identity;
    }

    /** The identity of the smallest network that the address is in and that may use the door; null if there is none. */
    @Nullable
    Identity network(InetAddress address, String door) {
        for (Known one : table.networks) {
            if (one.entry.proof() instanceof AuthEntry.NetworkProof proof
                    && proof.doors().contains(door)
                    && proof.range().contains(address)) {
                return one.identity;
            }
        }
        return null;
    }
}
