package dev.reeve.access;

import dev.reeve.settings.TomlLines;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Adds and removes tables of the auth file. The file is replaced as a whole, comments and other entries stay as they are, and
 * nothing is written unless the new text reads as the old entries with that one change. A file beside it, which the change is
 * written to, keeps two changes at a time apart.
 */
public final class AuthFileEditor {
    public static final String EXPECTED_NAME = "expected 1 to 64 of A-Z a-z 0-9 _ . @ -";

    private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_-]+");

    private final AuthFile file;
    private final SecureRandom random = new SecureRandom();

    public AuthFileEditor(AuthFile file) {
        this.file = file;
    }

    /** Whether a token or user can have that name. */
    public static boolean isName(String text) {
        return AuthFileReader.NAME.matcher(text).matches();
    }

    /** Adds a token and returns it. Only its hash is kept. */
    public String addToken(String name, Role role, QueuePatterns queues, @Nullable Instant expires)
            throws AuthFileException {
        TokenText token = TokenText.create(random);
        List<String> lines = new ArrayList<>();
        lines.add("id = " + quoted(token.id()));
        lines.add("sha256 = " + quoted(HexFormat.of().formatHex(token.sha256())));
        addRole(role, queues, lines);
        if (expires != null) {
            lines.add("expires = " + expires);
        }
        add(Identity.Kind.TOKEN, name, lines);
        return token.text();
    }

    public void addUser(String name, Role role, QueuePatterns queues, char[] password) throws AuthFileException {
        List<String> lines = new ArrayList<>();
        lines.add("password = "
                + quoted(PasswordHash.create(password, PasswordHash.DEFAULT_ITERATIONS, random)
                        .toString()));
        addRole(role, queues, lines);
        add(Identity.Kind.USER, name, lines);
    }

    private static void addRole(Role role, QueuePatterns queues, List<String> lines) {
        lines.add("role = " + quoted(role.word()));
        if (!queues.equals(QueuePatterns.ALL)) {
            lines.add("queues = "
                    + queues.patterns().stream()
                            .map(AuthFileEditor::quoted)
                            .collect(Collectors.joining(", ", "[", "]")));
        }
    }

    private void add(Identity.Kind kind, String name, List<String> fields) throws AuthFileException {
        if (!isName(name)) {
            throw new AuthFileException("\"%s\" is not a name: %s".formatted(name, EXPECTED_NAME));
        }
        change(true, (text, before) -> {
            if (before.stream().anyMatch(entry -> isNamed(entry, kind, name))) {
                throw new AuthFileException("%s: there is a %s %s already".formatted(file.path(), kind.word(), name));
            }
            String table = BARE.matcher(name).matches() ? name : quoted(name);
            String gap = text.isEmpty() ? "" : text.endsWith("\n") ? "\n" : "\n\n";
            return text + gap + "[%s.%s]\n%s\n".formatted(kind.word(), table, String.join("\n", fields));
        });
    }

    /** Removes a token or user. */
    public void remove(Identity.Kind kind, String name) throws AuthFileException {
        change(false, (text, before) -> {
            if (before.stream().noneMatch(entry -> isNamed(entry, kind, name))) {
                throw new AuthFileException("%s: there is no %s %s".formatted(file.path(), kind.word(), name));
            }
            return without(text, List.of(kind.word(), name));
        });
    }

    private static boolean isNamed(AuthEntry entry, Identity.Kind kind, String name) {
        return entry.kind() == kind && entry.name().equals(name);
    }

    /** The text without the lines of the table; comments before the next table belong to that one. */
    private static String without(String text, List<String> table) {
        List<String> lines = text.lines().toList();
        TomlLines keys = new TomlLines(lines);
        int from = keys.line(table) - 1;
        int to = from + 1;
        while (to < lines.size() && !TomlLines.isTable(lines.get(to))) {
            to++;
        }
        int next = to;
        while (next < lines.size() && next > from + 1 && isCommentOrBlank(lines.get(next - 1))) {
            next--;
        }
        List<String> kept = new ArrayList<>(lines.subList(0, Math.max(0, from)));
        kept.addAll(lines.subList(next, lines.size()));
        return kept.isEmpty() ? "" : String.join("\n", kept) + "\n";
    }

    private static boolean isCommentOrBlank(String line) {
        return line.isBlank() || line.strip().startsWith("#");
    }

    private interface Change {
        String of(String text, List<AuthEntry> before) throws AuthFileException;
    }

    /** @param create whether a file that does not exist is created */
    private void change(boolean create, Change change) throws AuthFileException {
        Path path = file.path();
        Path changed = path.resolveSibling(path.getFileName() + ".new");
        try (FileChannel out = FileChannel.open(
                changed,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            try {
                String text = create && Files.notExists(path) ? "" : file.readText();
                List<AuthEntry> before = file.parse(text);
                String after = change.of(text, before);
                check(before, file.parse(after));
                write(out, after);
                Files.move(changed, path, StandardCopyOption.ATOMIC_MOVE);
                syncFolder(path);
            } finally {
                Files.deleteIfExists(changed);
            }
        } catch (FileAlreadyExistsException e) {
            throw new AuthFileException(
                    "%s: another change is being made, or was interrupted; if so, remove this file".formatted(changed));
        } catch (IOException e) {
            throw new AuthFileException(
                    path + ": cannot be written: " + e.getClass().getSimpleName());
        }
    }

    private void check(List<AuthEntry> before, List<AuthEntry> after) throws AuthFileException {
        List<AuthEntry> smaller = before.size() < after.size() ? before : after;
        List<AuthEntry> larger = before.size() < after.size() ? after : before;
        if (larger.size() - smaller.size() != 1 || !larger.containsAll(smaller)) {
            throw new AuthFileException(
                    file.path() + ": is written in a way that cannot be changed here; edit it by hand");
        }
    }

    private static void write(FileChannel out, String text) throws IOException {
        OutputStream stream = Channels.newOutputStream(out);
        stream.write(text.getBytes(StandardCharsets.UTF_8));
        stream.flush();
        out.force(true);
    }

    private static void syncFolder(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            try (FileChannel opened = FileChannel.open(folder, StandardOpenOption.READ)) {
                opened.force(true);
            }
        }
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
