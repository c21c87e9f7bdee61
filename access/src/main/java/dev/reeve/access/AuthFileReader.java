package dev.reeve.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.reeve.settings.TomlLines;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** Parses the text of an auth file. It is strict: an unknown key, or a value that is not what its key needs, is an error. */
final class AuthFileReader {
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.@-]{1,64}");

    /** In place of a password: the user comes through a proxy only. */
    private static final String PROXY = "proxy";

    private static final int MOST_ENTRIES = 10_000;
    private static final int LONGEST_SUBJECT = 512;
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Set<String> DOORS = new TreeSet<>(Set.of("workq", "goqueue", "qless", "http"));
    private static final Map<Identity.Kind, List<String>> KEYS = Map.of(
            Identity.Kind.TOKEN, List.of("id", "sha256", "role", "queues", "expires"),
            Identity.Kind.USER, List.of("password", "role", "queues"),
            Identity.Kind.CERTIFICATE, List.of("role", "queues"),
            Identity.Kind.NETWORK, List.of("doors", "role", "queues"));

    private final String file;
    private final TomlLines lines;
    private final List<AuthEntry> entries = new ArrayList<>();
    private final Set<Object> proofs = new HashSet<>();

    private AuthFileReader(String file, TomlLines lines) {
        this.file = file;
        this.lines = lines;
    }

    /** @param file the name of the file, for error messages */
    static List<AuthEntry> parse(String file, String text) throws AuthFileException {
        AuthFileReader reader =
                new AuthFileReader(file, new TomlLines(text.lines().toList()));
        JsonNode root;
        try {
            root = new TomlMapper().readTree(text);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new AuthFileException(reader.place(line) + ": not TOML: " + e.getOriginalMessage());
        }
        for (Map.Entry<String, JsonNode> kind : root.properties()) {
            reader.readKind(kind.getKey(), kind.getValue());
        }
        return reader.entries;
    }

    private void readKind(String word, JsonNode tables) throws AuthFileException {
        Identity.Kind kind = Stream.of(Identity.Kind.values())
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElseThrow(() -> error(
                        tables.isEmpty()
                                ? List.of(word)
                                : List.of(word, tables.fieldNames().next()),
                        "there is no table [%s]; the tables are token, user, certificate, network".formatted(word)));
        if (!tables.isObject()) {
            throw error(List.of(word), word + " must be tables such as [" + word + ".NAME]");
        }
        for (Map.Entry<String, JsonNode> table : tables.properties()) {
            List<String> key = List.of(word, table.getKey());
            if (!table.getValue().isObject()) {
                throw error(key, name(key) + " must be a table: [" + name(key) + "]");
            }
            if (entries.size() >= MOST_ENTRIES) {
                throw error(key, "there are more than " + MOST_ENTRIES + " entries");
            }
            entries.add(readEntry(kind, key, table.getValue()));
        }
    }

    private AuthEntry readEntry(Identity.Kind kind, List<String> table, JsonNode fields) throws AuthFileException {
        List<String> known = KEYS.getOrDefault(kind, List.of());
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            if (!known.contains(field.getKey())) {
                throw error(
                        with(table, field.getKey()),
                        "there is no key \"%s\" in [%s]; the keys are %s"
                                .formatted(field.getKey(), name(table), String.join(", ", known)));
            }
        }
        AuthEntry.Proof proof = switch (kind) {
            case TOKEN -> token(table, fields);
            case USER -> password(table, fields);
            case CERTIFICATE -> subject(table);
            case NETWORK -> network(table, fields);
        };
        if (!proofs.add(proof instanceof AuthEntry.TokenProof token ? token.id() : proof)
                && kind != Identity.Kind.USER) {
            throw error(table, "[%s] has the same %s as another entry".formatted(name(table), proofWord(kind)));
        }
        return new AuthEntry(
                kind, table.get(1), role(table, fields), queues(table, fields), proof, expires(table, fields));
    }

    private static String proofWord(Identity.Kind kind) {
        return switch (kind) {
            case TOKEN -> "id";
            case USER -> "password";
            case CERTIFICATE -> "subject";
            case NETWORK -> "addresses and doors";
        };
    }

    private AuthEntry.Proof token(List<String> table, JsonNode fields) throws AuthFileException {
        checkName(table);
        String id = text(table, fields, "id");
        if (!TokenText.ID.matcher(id).matches()) {
            throw error(with(table, "id"), name(table) + ".id must be 4 to 32 of a-z 0-9, not \"" + id + "\"");
        }
        String sha256 = text(table, fields, "sha256").toLowerCase(Locale.ROOT);
        if (!SHA256.matcher(sha256).matches()) {
            throw error(with(table, "sha256"), name(table) + ".sha256 must be 64 hexadecimal digits");
        }
        return new AuthEntry.TokenProof(id, sha256);
    }

    private AuthEntry.Proof password(List<String> table, JsonNode fields) throws AuthFileException {
        checkName(table);
        String password = text(table, fields, "password");
        if (password.equals(PROXY)) {
            return new AuthEntry.ProxyProof();
        }
        try {
            return new AuthEntry.PasswordProof(PasswordHash.parse(password));
        } catch (IllegalArgumentException e) {
            throw error(
                    with(table, "password"),
                    name(table)
                            + ".password must be pbkdf2-sha256$<iterations>$<salt>$<hash> with 100000 to 10000000"
                            + " iterations, as reeve user add writes it, or \"proxy\" for users of a proxy");
        }
    }

    private AuthEntry.Proof subject(List<String> table) throws AuthFileException {
        String subject = table.get(1);
        try {
            if (subject.length() > LONGEST_SUBJECT || subject.isBlank()) {
                throw new IllegalArgumentException(subject);
            }
            return new AuthEntry.SubjectProof(canonical(new X500Principal(subject)));
        } catch (IllegalArgumentException e) {
            throw error(table, "\"%s\" is not the subject of a certificate such as CN=mail-worker".formatted(subject));
        }
    }

    static String canonical(X500Principal subject) {
        return subject.getName(X500Principal.CANONICAL);
    }

    private AuthEntry.Proof network(List<String> table, JsonNode fields) throws AuthFileException {
        NetworkRange range;
        try {
            range = NetworkRange.parse(table.get(1));
        } catch (IllegalArgumentException e) {
            throw error(table, "\"%s\" is not a network such as 10.2.0.0/16".formatted(table.get(1)));
        }
        List<String> doors = texts(table, fields, "doors");
        for (String door : doors) {
            if (!DOORS.contains(door)) {
                throw error(
                        with(table, "doors"),
                        "%s.doors must be some of %s, not \"%s\""
                                .formatted(name(table), String.join(", ", DOORS), door));
            }
        }
        if (doors.isEmpty()) {
            throw error(table, "[%s] needs doors, some of %s".formatted(name(table), String.join(", ", DOORS)));
        }
        return new AuthEntry.NetworkProof(range, Set.copyOf(doors));
    }

    private void checkName(List<String> table) throws AuthFileException {
        if (!NAME.matcher(table.get(1)).matches()) {
            throw error(table, "\"%s\" is not a name: expected 1 to 64 of A-Z a-z 0-9 _ . @ -".formatted(table.get(1)));
        }
    }

    private Role role(List<String> table, JsonNode fields) throws AuthFileException {
        String word = text(table, fields, "role");
        Role role = Role.ofWord(word);
        if (role == null) {
            String roles = Stream.of(Role.values()).map(Role::word).collect(Collectors.joining(", "));
            throw error(
                    with(table, "role"), "%s.role must be one of %s, not \"%s\"".formatted(name(table), roles, word));
        }
        return role;
    }

    private QueuePatterns queues(List<String> table, JsonNode fields) throws AuthFileException {
        if (!fields.has("queues")) {
            return QueuePatterns.ALL;
        }
        List<String> patterns = texts(table, fields, "queues");
        if (patterns.isEmpty()) {
            throw error(
                    with(table, "queues"), name(table) + ".queues must not be empty; without it every queue matches");
        }
        try {
            return QueuePatterns.of(patterns);
        } catch (IllegalArgumentException e) {
            throw error(with(table, "queues"), name(table) + ".queues: " + e.getMessage());
        }
    }

    private @Nullable Instant expires(List<String> table, JsonNode fields) throws AuthFileException {
        JsonNode value = fields.get("expires");
        if (value == null) {
            return null;
        }
        try {
            return OffsetDateTime.parse(value.asText()).toInstant();
        } catch (DateTimeException e) {
            throw error(
                    with(table, "expires"),
                    "%s.expires must be a time such as 2027-06-30T00:00:00Z, not %s"
                            .formatted(name(table), value.asText()));
        }
    }

    private String text(List<String> table, JsonNode fields, String key) throws AuthFileException {
        JsonNode value = fields.get(key);
        if (value == null) {
            throw error(table, "[%s] needs a %s".formatted(name(table), key));
        }
        if (!value.isTextual()) {
            throw error(with(table, key), "%s.%s must be a text in quotes".formatted(name(table), key));
        }
        return value.asText();
    }

    private List<String> texts(List<String> table, JsonNode fields, String key) throws AuthFileException {
        JsonNode value = fields.path(key);
        List<String> texts = new ArrayList<>();
        for (JsonNode element : value) {
            texts.add(element.isTextual() ? element.asText() : "");
        }
        if (!value.isMissingNode() && (!value.isArray() || texts.contains(""))) {
            throw error(with(table, key), "%s.%s must be a list of texts in quotes".formatted(name(table), key));
        }
        return texts;
    }

    private static List<String> with(List<String> table, String key) {
        return Stream.concat(table.stream(), Stream.of(key)).toList();
    }

    private static String name(List<String> table) {
        return String.join(".", table);
    }

    private AuthFileException error(List<String> key, String why) {
        return new AuthFileException(place(lines.line(key)) + ": " + why);
    }

    private String place(int line) {
        return line == 0 ? file : file + ":" + line;
    }
}
