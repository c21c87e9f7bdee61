package dev.reeve.server;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
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
    private final Map<Setting<?>, SettingValue<?>> values = new LinkedHashMap<>();
    private final QueueTables queues = new QueueTables();

    public SettingsReader() {
        this(Settings.ALL);
    }

    /** Reads settings other than those there are, for tests. */
    SettingsReader(List<Setting<?>> settings) {
        for (Setting<?> setting : settings) {
            byKey.put(setting.key(), setting);
            byVariable.put(setting.variable(), setting);
            values.put(setting, setting.byDefault());
        }
    }

    /** Reads a file in which environment variables may be named. */
    public void readFile(Path file, Map<String, String> environment) {
        TomlFile toml = TomlFile.read(file, environment);
        toml.emptyTables().forEach(key -> {
            if (QueueTables.isQueue(key)) {
                queues.table(key, toml.placeOf(key));
            } else {
                checkTable(key, toml.placeOf(key));
            }
        });
        toml.values().forEach((key, text) -> {
            String place = toml.placeOf(key);
            if (QueueTables.isQueue(key)) {
                queues.set(key, text, place);
            } else {
                Setting<?> setting = find(byKey, key, place);
                if (toml.isList(key)) {
                    throw new StartException("%s: %s must be %s, not a list"
                            .formatted(place, key, setting.type().expected()));
                }
                set(setting, text, place);
            }
        });
    }

    private void checkTable(String name, String place) {
        List<String> tables = byKey.keySet().stream()
                .filter(key -> key.contains("."))
                .map(key -> key.substring(0, key.indexOf('.')))
                .distinct()
                .toList();
        if (!tables.contains(name) && !name.equals("queue")) {
            throw new StartException("%s: there is no table [%s]; did you mean [%s]?"
                    .formatted(place, name, Spelling.nearest(name, tables)));
        }
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
        int equals = assignment.indexOf('=');
        if (equals < 0) {
            throw new StartException("--set " + assignment + ": expected key=value");
        }
        String key = assignment.substring(0, equals).strip();
        String text = assignment.substring(equals + 1).strip();
        if (QueueTables.isQueue(key)) {
            queues.set(key, text, "--set");
        } else {
            set(find(byKey, key, "--set"), text, "--set");
        }
    }

    public void readOption(String option, Setting<?> setting, String text) {
        set(setting, text, option);
    }

    public Settings settings() {
        return new Settings(values, queues);
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
