package dev.reeve.server.cli.remote;

import dev.reeve.server.NotFoundException;
import dev.reeve.server.StartException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Servers under names, in a file of the user's: where each one is, and the file with its token. The token itself is not copied. */
final class Contexts {
    private static final String CURRENT = "current";
    private static final String URL = ".url";
    private static final String TOKEN_FILE = ".token-file";

    private final Path file;
    private final Properties values = new Properties();

    private Contexts(Path file) {
        this.file = file;
    }

    /** {@code REEVE_CONTEXTS}, or {@code reeve/contexts} in the folder for settings. */
    static Contexts read(Map<String, String> environment) {
        String named = environment.get("REEVE_CONTEXTS");
        String folder = environment.getOrDefault("XDG_CONFIG_HOME", environment.getOrDefault("HOME", ".") + "/.config");
        Contexts contexts = new Contexts(named == null ? Path.of(folder, "reeve", "contexts") : Path.of(named));
        if (Files.exists(contexts.file)) {
            try (Reader in = Files.newBufferedReader(contexts.file)) {
                contexts.values.load(in);
            } catch (IOException e) {
                throw new StartException(contexts.file + ": cannot be read: " + e.getMessage());
            }
        }
        return contexts;
    }

    /** The name of the context in use; null if there is none. */
    @Nullable
    String current() {
        return values.getProperty(CURRENT);
    }

    Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (String key : values.stringPropertyNames()) {
            if (key.endsWith(URL)) {
                names.add(key.substring(0, key.length() - URL.length()));
            }
        }
        return names;
    }

    String url(String name) {
        String url = values.getProperty(name + URL);
        if (url == null) {
            throw new NotFoundException("there is no context \"" + name + "\"; reeve context list shows them");
        }
        return url;
    }

    @Nullable
    String tokenFile(String name) {
        return values.getProperty(name + TOKEN_FILE);
    }

    void put(String name, String url, @Nullable Path tokenFile) {
        values.setProperty(name + URL, url);
        if (tokenFile == null) {
            values.remove(name + TOKEN_FILE);
        } else {
            values.setProperty(name + TOKEN_FILE, tokenFile.toAbsolutePath().toString());
        }
        if (current() == null) {
            values.setProperty(CURRENT, name);
        }
        write();
    }

    void use(String name) {
        url(name);
        values.setProperty(CURRENT, name);
        write();
    }

    void remove(String name) {
        url(name);
        values.remove(name + URL);
        values.remove(name + TOKEN_FILE);
        if (name.equals(current())) {
            values.remove(CURRENT);
        }
        write();
    }

    private void write() {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            try (Writer out = Files.newBufferedWriter(file)) {
                values.store(out, null);
            }
        } catch (IOException e) {
            throw new StartException(file + ": cannot be written: " + e.getMessage());
        }
    }
}
