package dev.reeve.client;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who the client is. The text form never shows the secret. */
public final class Credentials {
    /** The environment variable with the token. */
    public static final String TOKEN_VARIABLE = "REEVE_TOKEN";

    private final @Nullable String header;

    private Credentials(@Nullable String header) {
        this.header = header;
    }

    /** For a server without logins. */
    public static Credentials anonymous() {
        return new Credentials(null);
    }

    /** A token as {@code reeve token create} prints it. */
    public static Credentials token(String token) {
        return new Credentials("Bearer " + token.strip());
    }

    /** The name and the password of a user. */
    public static Credentials basic(String user, String password) {
        byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new Credentials("Basic " + Base64.getEncoder().encodeToString(both));
    }

    /** The token in {@code REEVE_TOKEN}; anonymous if there is none. */
    public static Credentials fromEnvironment() {
        return from(System.getenv());
    }

    static Credentials from(Map<String, String> environment) {
        String token = environment.get(TOKEN_VARIABLE);
        return token == null || token.isBlank() ? anonymous() : token(token);
    }

    /** The value of the header {@code Authorization}; null if there is none. */
    @Nullable
    String header() {
        return header;
    }

    @Override
    public String toString() {
        return header == null ? "anonymous" : header.substring(0, header.indexOf(' ')) + " ***";
    }
}
