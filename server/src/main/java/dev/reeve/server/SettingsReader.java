package dev.reeve.server;

import dev.reeve.server.ConfigEntry.Kind;
import dev.reeve.settings.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Collects settings from their sources. Sources that are read later override earlier ones. */
public final class SettingsReader {
    /** The launcher's own variables, and those that Kubernetes defines for a service named reeve. */
    private static final Pattern NOT_SETTINGS =
            Pattern.compile("REEVE_(URL|TOKEN|CONTEXT|CONTEXTS|JOB_.*|JAVA_OPTS|JDK_FOLDERS|SERVICE_.*|PORT|PORT_.*)");

    private static final String QUEUE = "queue";

    private final List<Setting<?>> all;
    private final ReadValues values = new ReadValues();
    private final QueueTables queues = new QueueTables();

    public SettingsReader() {
        this(Settings.ALL);
    }

    /** Reads another list of settings, for tests. */
    SettingsReader(List<Setting<?>> all) {
        this.all = all;
    }

    /** Reads a TOML file and replaces the environment variables in it. */
    public void readFile(Path file, Map<String, String> environment) {
        TomlFile.read(file, environment).forEach(this::read);
    }

    private void read(ConfigEntry entry) {
        if (QueueTables.isQueue(entry.key())) {
            queues.read(entry);
        } else if (entry.kind() == Kind.EMPTY_TABLE) {
            checkTable(entry);
        } else {
            values.set(find(Setting::key, entry.key(), entry.source()), entry);
        }
    }

    private void checkTable(ConfigEntry entry) {
        Set<String> tables = new TreeSet<>(Set.of(QUEUE));
        all.stream()
                .map(Setting::key)
                .filter(key -> key.contains("."))
                .forEach(key -> tables.add(key.substring(0, key.indexOf('.'))));
        if (!tables.contains(entry.key())) {
            throw entry.refused("there is no table [%s]; %s"
                    .formatted(
                            entry.key(),
                            DidYouMean.nearest(entry.key(), tables)
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
                readOption("environment variable " + name, find(Setting::variable, name, "environment"), text);
            }
        });
    }

    /** Reads one {@code key=value} from the command line. */
    public void readAssignment(String assignment) {
        int equals = assignment.indexOf('=');
        if (equals <= 0) {
            throw new UsageException("--set \"" + assignment + "\": expected key=value, as in --set workq.port=9922");
        }
        String key = assignment.substring(0, equals).strip();
        try {
            read(new ConfigEntry(key, assignment.substring(equals + 1).strip(), Kind.TEXT, "--set"));
        } catch (StartException e) {
            throw new UsageException(e.getMessage());
        }
    }

    public void readOption(String option, Setting<?> setting, String text) {
        values.set(setting, new ConfigEntry(setting.key(), text, Kind.TEXT, option));
    }

    public Settings settings() {
        return new Settings(all, values, queues);
    }

    private Setting<?> find(Function<Setting<?>, String> naming, String name, String source) {
        Map<String, Setting<?>> byName =
                all.stream().collect(Collectors.toMap(naming, setting -> setting, (one, other) -> one, TreeMap::new));
        Setting<?> found = byName.get(name);
        if (found == null) {
            throw new StartException(source + ": " + unknown(name, byName.keySet()));
        }
        return found;
    }

    private static String unknown(String name, Set<String> names) {
        List<String> inTable = name.equals(QUEUE)
                ? List.of(QUEUE + ".NAME.retries")
                : names.stream().filter(key -> key.startsWith(name + ".")).toList();
        if (!inTable.isEmpty()) {
            return "\"%s\" is a table of settings such as %s, not a setting".formatted(name, inTable.get(0));
        }
        return "there is no setting \"%s\"; %s"
                .formatted(
                        name,
                        DidYouMean.nearest(name, names)
                                .map(nearest -> "did you mean \"" + nearest + "\"?")
                                .orElse("reeve config example lists all settings"));
    }
}
