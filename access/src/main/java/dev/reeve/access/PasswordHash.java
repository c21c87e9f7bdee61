package dev.reeve.access;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** A password as the auth file keeps it: {@code pbkdf2-sha256$<iterations>$<salt>$<hash>}, salt and hash in base64. */
final class PasswordHash {
    static final int DEFAULT_ITERATIONS = 600_000;

    private static final String SCHEME = "pbkdf2-sha256";
    private static final int LEAST_ITERATIONS = 100_000;
    private static final int MOST_ITERATIONS = 10_000_000;
    private static final int LEAST_SALT_BYTES = 8;
    private static final int MOST_SALT_BYTES = 64;
    private static final int HASH_BYTES = 32;
    private static final int PARTS = 4;

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    /** Hashes a password with a new salt. */
    static PasswordHash create(char[] password, int iterations, SecureRandom random) {
        byte[] salt = new byte[16];
        random.nextBytes(salt);
        return new PasswordHash(iterations, salt, derive(password, salt, iterations));
    }

    /** A hash that no password has, for users that do not exist. */
    static PasswordHash impossible(int iterations, SecureRandom random) {
        byte[] salt = new byte[16];
        byte[] hash = new byte[HASH_BYTES];
        random.nextBytes(salt);
        random.nextBytes(hash);
        return new PasswordHash(iterations, salt, hash);
    }

    /** Throws an IllegalArgumentException if the text is not a hash. */
    static PasswordHash parse(String text) {
        String[] parts = text.split("\\$", -1);
        if (parts.length != PARTS || !parts[0].equals(SCHEME)) {
            throw new IllegalArgumentException("expected " + SCHEME);
        }
        int iterations = Integer.parseInt(parts[1]);
        byte[] salt = Base64.getDecoder().decode(parts[2]);
        byte[] hash = Base64.getDecoder().decode(parts[3]);
        if (iterations < LEAST_ITERATIONS
                || iterations > MOST_ITERATIONS
                || salt.length < LEAST_SALT_BYTES
                || salt.length > MOST_SALT_BYTES
                || hash.length != HASH_BYTES) {
            throw new IllegalArgumentException("out of range");
        }
        return new PasswordHash(iterations, salt, hash);
    }

    /** Slow on purpose: never called on a loop. */
    boolean matches(char[] password) {
        return MessageDigest.isEqual(hash, derive(password, salt, iterations));
    }

    int iterations() {
        return iterations;
    }

    private static byte[] derive(char[] password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, HASH_BYTES * Byte.SIZE);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has PBKDF2WithHmacSHA256", e);
        } finally {
            spec.clearPassword();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PasswordHash that
                && iterations == that.iterations
                && Arrays.equals(salt, that.salt)
                && MessageDigest.isEqual(hash, that.hash);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(salt);
    }

    @Override
    public String toString() {
        Base64.Encoder base64 = Base64.getEncoder();
        return "%s$%d$%s$%s".formatted(SCHEME, iterations, base64.encodeToString(salt), base64.encodeToString(hash));
    }
}
