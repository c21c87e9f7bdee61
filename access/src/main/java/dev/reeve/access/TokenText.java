package dev.reeve.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A token as a client sends it: {@code rv_<id>_<secret>}. The id finds the entry, the secret is 256 random bits, so that a fast
 * hash is enough.
 */
record TokenText(String id, String secret) {
    static final Pattern ID = Pattern.compile("[a-z0-9]{4,32}");

    private static final String PREFIX = "rv_";
    private static final Pattern FORM = Pattern.compile("rv_([a-z0-9]{4,32})_([A-Za-z0-9_-]{43})");
    private static final int LONGEST = 3 + 32 + 1 + 43;
    private static final String ID_CHARACTERS = "abcdefghijkmnpqrstuvwxyz23456789";
    private static final int NEW_ID_CHARACTERS = 8;
    private static final int SECRET_BYTES = 32;

    /** Null if the text does not have the form of a token. */
    static @Nullable TokenText parse(String text) {
        if (text.length() > LONGEST || !text.startsWith(PREFIX)) {
            return null;
        }
        Matcher form = FORM.matcher(text);
        return form.matches() ? new TokenText(form.group(1), form.group(2)) : null;
    }

    static TokenText create(SecureRandom random) {
        StringBuilder id = new StringBuilder();
        for (int i = 0; i < NEW_ID_CHARACTERS; i++) {
            id.append(ID_CHARACTERS.charAt(random.nextInt(ID_CHARACTERS.length())));
        }
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return new TokenText(
                id.toString(), Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    byte[] sha256() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The token for its owner, and for nobody else. */
    String text() {
        return PREFIX + id + "_" + secret;
    }

    @Override
    public String toString() {
        return PREFIX + id + "_…";
    }
}
