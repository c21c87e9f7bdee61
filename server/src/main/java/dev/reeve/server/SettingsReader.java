package dev.reeve.server;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects settings from their sources. Sources that are read later override earlier ones. */
public final class SettingsReader {
    /** The launcher's own variables, and those that Kubernetes defines for a service named reeve. */
    private static final Pattern NOT_SETTINGS =
            Pattern.compile("REEVE_(JAVA_OPTS|JDK_FOLDERS|SERVICE_.*|PORT|PORT_.*)");

    private static final String QUEUE = "queue";

    private final Map<String, Setting<?>> byKey = new TreeMap<>();
    private final Map<String, Setting<?>> byVariable = new TreeMap<>();
    private final Map<Setting<?>, SettingValue<?>> values = new LinkedHashMap<>();
    private final QueueTables queues = new QueueTables();

    public SettingsReader() {
        this(Settings.ALL);
    }

    /** Reads another list of settings, for tests. */
    SettingsReader(List<Setting<?>> settings) {
        for (Setting<?> setting : settings) {
            byKey.put(setting.key(), setting);
            byVariable.put(setting.variable(), setting);
            values.put(setting, setting.byDefault());
        }
    }

    /** Reads a TOML file and replaces the environment variables in it. */
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
        Set<String> tables = new TreeSet<>(Set.of(QUEUE));
        byKey.keySet().stream()
                .filter(key -> key.contains("."))
                .forEach(key -> tables.add(key.substring(0, key.indexOf('.'))));
        if (!tables.contains(name)) {
            throw new StartException("%s: there is no table [%s]; %s"
                    .formatted(
                            place,
                            name,
                            DidYouMean.nearest(name, tables)
                                    .map(nearest -> "did you mean [" + nearest + "]?")
                                    .orElse("the tables are " + String.join(", ", tables))));
        }
    }

    public void readEnvironment(Map<String, String> environment) {
        new TreeMap<>(environment).forEach((name, text) -> {
            if (name.startsWith("REEVE_QUEUE_")) {
                throw new StartException("environment: " + name
                        + ": queues are declared in the config file, or with --set queue.NAME.retries=2");
            }
            if (name.startsWith("REEVE_") && !NOT_SETTINGS.matcher(name).matches()) {
                set(find(byVariable, name, "environment"), text, "environment variable " + name);
            }
        });
    }

    /** Reads one {@code key=value} from the command line. */
    public void readAssignment(String assignment) {
        try {
            assign(assignment);
        } catch (StartException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private void assign(String assignment) {
        int equals = assignment.indexOf('=');
        if (equals <= 0) {
            throw new StartException("--set \"" + assignment + "\": expected key=value, as in --set workq.port=9922");
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

    private Setting<?> find(Map<String, Setting<?>> settings, String name, String source) {
        @Nullable Setting<?> setting = settings.get(name);
        if (setting == null) {
            throw new StartException("%s: %s".formatted(source, isTable(name) ? table(name) : unknown(name, settings)));
        }
        return setting;
    }

    private boolean isTable(String name) {
        return name.equals(QUEUE) || byKey.keySet().stream().anyMatch(key -> key.startsWith(name + "."));
    }

    private String table(String name) {
        String first = name.equals(QUEUE)
                ? QUEUE + ".NAME.retries"
                : byKey.keySet().stream()
                        .filter(key -> key.startsWith(name + "."))
                        .findFirst()
                        .orElse(name);
        return "\"%s\" is a table of settings such as %s, not a setting".formatted(name, first);
    }

    private static String unknown(String name, Map<String, Setting<?>> settings) {
        return "there is no setting \"%s\"; %s"
                .formatted(
                        name,
                        DidYouMean.nearest(name, settings.keySet())
                                .map(nearest -> "did you mean \"" + nearest + "\"?")
                                .orElse("reeve config example lists all settings"));
    }
}
