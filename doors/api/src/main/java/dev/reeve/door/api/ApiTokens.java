package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.access.AuthEntry;
import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.AuthFileException;
import dev.reeve.access.Identity;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Right;
import dev.reeve.access.Role;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.ProblemType;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handlers of {@code /v1/tokens}: the tokens in the auth file. */
final class ApiTokens {
    private static final Logger log = LoggerFactory.getLogger(ApiTokens.class);
    private static final int MOST_PATTERNS = 1_000;
    private static final long MICROS_A_SECOND = 1_000_000;
    private static final String EXPECTED_ROLE =
            "expected one of " + Arrays.stream(Role.values()).map(Role::word).collect(Collectors.joining(", "));

    /** {@code GET /v1/tokens}. */
    void list(Exchange exchange) throws HttpError {
        exchange.sender().requireEverywhere(Right.SETTINGS);
        if (!exchange.sender().needsLogin()) {
            answer(exchange, List.of());
            return;
        }
        exchange.sender()
                .withAuthFile(
                        AuthFile::read, entries -> answer(exchange, entries), failure -> refuse(exchange, failure));
    }

    private static void answer(Exchange exchange, List<AuthEntry> entries) {
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("tokens");
            for (AuthEntry entry : entries) {
                if (entry.kind() == Identity.Kind.TOKEN) {
                    out.writeStartObject();
                    write(entry, out);
                    out.writeEndObject();
                }
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static void write(AuthEntry entry, JsonGenerator out) throws IOException {
        List<String> queues = entry.queues().patterns();
        Instant expires = entry.expires();
        out.writeStringField("name", entry.name());
        out.writeStringField("id", entry.tokenId());
        out.writeStringField("role", entry.role().word());
        JobWriter.writeTexts("queues", queues.isEmpty() ? List.of("*") : queues, out);
        JobWriter.writeTime("expires_at", expires == null ? 0 : expires.getEpochSecond() * MICROS_A_SECOND, out);
    }

    private static void refuse(Exchange exchange, AuthFileException failure) {
        log.error("the auth file cannot be read or changed: {}", failure.getMessage());
        exchange.refuse(ProblemType.INTERNAL
                .of("The auth file cannot be read or changed; the log of the server says why")
                .error());
    }

    /** The fields of a new token. */
    private static final class TokenFields {
        private @Nullable String name;
        private @Nullable Role role;
        private QueuePatterns queues = QueuePatterns.ALL;
        private @Nullable Instant expires;

        boolean field(String field, StrictJson value) throws IOException {
            switch (field) {
                case "name" -> name = value.text(AuthFileEditor::isName, AuthFileEditor.EXPECTED_NAME);
                case "role" -> {
                    String word = value.text(text -> Role.ofWord(text) != null, EXPECTED_ROLE);
                    role = word == null ? null : Role.ofWord(word);
                }
                case "queues" -> queues(value);
                case "expires_at" -> expires(value);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void queues(StrictJson value) throws IOException {
            List<String> patterns = value.list(MOST_PATTERNS, StrictJson::text);
            try {
                queues = patterns == null ? QueuePatterns.ALL : QueuePatterns.of(patterns);
            } catch (IllegalArgumentException e) {
                value.wrong(String.valueOf(e.getMessage()));
            }
        }

        private void expires(StrictJson value) throws IOException {
            Long micros = value.timeMicros();
            expires = micros == null ? null : Instant.EPOCH.plus(micros / MICROS_A_SECOND, ChronoUnit.SECONDS);
            if (expires != null && !expires.isAfter(Instant.now())) {
                value.wrong("is not in the future");
            }
        }

        void check(FieldErrors errors) throws HttpError {
            if (name == null) {
                errors.missing("/name");
            }
            if (role == null) {
                errors.missing("/role");
            }
            errors.throwIfAny();
        }
    }

    /** A token for its owner, and its entry in the file. */
    private record NewToken(String text, AuthEntry entry) {}

    /** {@code POST /v1/tokens}: creates a token and shows it, once. */
    void create(Exchange exchange) throws HttpError {
        exchange.sender().requireEverywhere(Right.SETTINGS);
        TokenFields fields = new TokenFields();
        fields.check(StrictJson.read(exchange.body(), fields::field));
        requireFile(exchange);
        String name = Objects.requireNonNull(fields.name);
        Role role = Objects.requireNonNull(fields.role);
        exchange.sender()
                .<Optional<NewToken>>withAuthFile(
                        file -> {
                            if (find(file, name) != null) {
                                return Optional.empty();
                            }
                            String token = new AuthFileEditor(file).addToken(name, role, fields.queues, fields.expires);
                            return Optional.of(new NewToken(token, Objects.requireNonNull(find(file, name))));
                        },
                        created -> created.ifPresentOrElse(
                                token -> exchange.sender()
                                        .noteChange(
                                                "create token",
                                                "token " + name,
                                                () -> exchange.created("/v1/tokens/" + ApiDoor.encode(name), out -> {
                                                    out.writeStartObject();
                                                    write(token.entry, out);
                                                    out.writeStringField("token", token.text);
                                                    out.writeEndObject();
                                                })),
                                () -> exchange.refuse(Problems.tokenExists(name).error())),
                        failure -> refuse(exchange, failure));
    }

    private static @Nullable AuthEntry find(AuthFile file, String name) throws AuthFileException {
        for (AuthEntry entry : file.read()) {
            if (entry.kind() == Identity.Kind.TOKEN && entry.name().equals(name)) {
                return entry;
            }
        }
        return null;
    }

    private static void requireFile(Exchange exchange) throws HttpError {
        if (!exchange.sender().needsLogin()) {
            throw Problems.NO_AUTH_FILE
                    .of("There is no auth.file to keep tokens in")
                    .error();
        }
    }

    /** {@code DELETE /v1/tokens/{name}}: revokes a token. */
    void revoke(Exchange exchange) throws HttpError {
        exchange.sender().requireEverywhere(Right.SETTINGS);
        requireFile(exchange);
        String name = exchange.segment(0);
        exchange.sender()
                .<Boolean>withAuthFile(
                        file -> {
                            boolean exists = find(file, name) != null;
                            if (exists) {
                                new AuthFileEditor(file).remove(Identity.Kind.TOKEN, name);
                            }
                            return exists;
                        },
                        revoked -> {
                            if (revoked) {
                                exchange.sender().noteChange("revoke token", "token " + name, exchange::noContent);
                            } else {
                                exchange.refuse(Problems.tokenNotFound(name).error());
                            }
                        },
                        failure -> refuse(exchange, failure));
    }
}
