package dev.reeve.server;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects settings from their sources, in the order it is told to read them: what is read later wins. */
public final class SettingsReader {
    /** The launcher's own variables, and those that Kubernetes makes for a service named reeve. */
    private static final Pattern NOT_SETTINGS =
            Pattern.compile("REEVE_(JAVA_OPTS|JDK_FOLDERS|SERVICE_.*|PORT|PORT_.*)");

    private final Map<String, Setting<?>> byKey = new TreeMap<>();
    private final Map<String, Setting<?>> byVariable = new TreeMap<>();
    private final Map<Setting<?>, Object> values = new HashMap<>();
    private final QueueTables queues = new QueueTables();

    public SettingsReader() {
        for (Setting<?> setting : Settings.ALL) {
            byKey.put(setting.key(), setting);
            byVariable.put(setting.variable(), setting);
            values.put(setting, setting.parse(setting.defaultText(), "default"));
        }
    }

    /** Reads a file in which environment variables may be named. */
    public void readFile(Path file, Map<String, String> environment) {
        TomlFile toml = TomlFile.read(file, environment);
        toml.emptyTables().forEach(key -> {
            if (QueueTables.isQueue(key)) {
                queues.table(key, toml.placeOf(key));
            }
        });
        toml.values().forEach((key, text) -> {
            String place = toml.placeOf(key);
            if (QueueTables.isQueue(key)) {
                queues.set(key, text, place);
            } else {
                set(find(byKey, key, place), text, place);
            }
        });
    }

    public void readEnvironment(Map<String, String> environment) {
        new TreeMap<>(environment).forEach((name, text) -> {
            if (name.startsWith("REEVE_") && !NOT_SETTINGS.matcher(name).matches()) {
                set(find(byVariable, name, "environment"), text, "environment variable " + name);
            }
        });
    }

    /** Reads one {@code key=value} of the command line. */
    public void readAssignment(String assignment) {
        String source = "--set " + assignment;
        int equals = assignment.indexOf('=');
        if (equals < 0) {
            throw new StartException(source + ": expected key=value");
        }
        String key = assignment.substring(0, equals).strip();
        set(find(byKey, key, source), assignment.substring(equals + 1).strip(), source);
    }

    public void readOption(String option, Setting<?> setting, String text) {
        set(setting, text, option);
    }

    public Settings settings() {
        return new Settings(values, queues.declared());
    }

    private void set(Setting<?> setting, String text, String source) {
        values.put(setting, setting.parse(text, source));
    }

    private static Setting<?> find(Map<String, Setting<?>> settings, String name, String source) {
        @Nullable Setting<?> setting = settings.get(name);
        if (setting == null) {
            throw new StartException("%s: there is no setting \"%s\"; did you mean \"%s\"?"
                    .formatted(source, name, Spelling.nearest(name, settings.keySet())));
        }
        return setting;
    }
}
