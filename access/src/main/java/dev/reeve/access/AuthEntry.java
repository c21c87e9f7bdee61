package dev.reeve.access;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One table of the auth file.
 *
 * @param name the name of the table: of a token or a user, a certificate's subject, or a network
 * @param expires when a token expires; null for never
 */
public record AuthEntry(
        Identity.Kind kind,
        String name,
        Role role,
        QueuePatterns queues,
        Proof proof,
        @Nullable Instant expires) {
    /** How an identity is proved. */
    sealed interface Proof {}

    /** @param sha256 of the secret, in lower-case hexadecimal digits */
    record TokenProof(String id, String sha256) implements Proof {}

    record PasswordProof(PasswordHash password) implements Proof {}

    /** A user who has no password, and comes through a proxy only. */
    record ProxyProof() implements Proof {}

    /** @param canonical the subject in canonical form */
    record SubjectProof(String canonical) implements Proof {}

    record NetworkProof(NetworkRange range, Set<String> doors) implements Proof {}

    /** The public part of a token; empty for other entries. */
    public String tokenId() {
        return proof instanceof TokenProof token ? token.id() : "";
    }

    boolean hasExpired(Instant now) {
        return expires != null && !expires.isAfter(now);
    }

    /** Whether an identity of the other entry is one of this entry. A token may expire at another time. */
    boolean continues(AuthEntry other) {
        return kind == other.kind
                && name.equals(other.name)
                && role == other.role
                && queues.equals(other.queues)
                && proof.equals(other.proof);
    }
}
