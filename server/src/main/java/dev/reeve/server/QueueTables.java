package dev.reeve.server;

import dev.reeve.door.ocypod.OcypodTerms;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.http.NameRule;
import dev.reeve.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tables {@code [queue.NAME]} of the settings: declared queues, with the settings of their new jobs. */
final class QueueTables {
    private static final String PREFIX = "queue.";
    private static final int LONGEST_NAME_BYTES = 255;

    /** @param source where the table was first named */
    private record Table(String source, ReadValues values) {}

    private final Map<String, Table> tables = new TreeMap<>();

    static boolean isQueue(String key) {
        return key.startsWith(PREFIX);
    }

    /** Reads a setting of a queue, or an empty table, which declares a queue too. */
    void read(ConfigEntry entry) {
        String key = entry.key();
        if (entry.kind() == ConfigEntry.Kind.EMPTY_TABLE) {
            table(key.substring(PREFIX.length()), entry);
            return;
        }
        int dot = key.lastIndexOf('.');
        if (dot < PREFIX.length()) {
            throw entry.refused("\"%s\" must be a table [queue.NAME], or a setting in one such as queue.NAME.retries"
                    .formatted(key));
        }
        Setting<?> setting = find(entry, dot);
        table(key.substring(PREFIX.length(), dot), entry).values().set(setting, entry);
    }

    private static Setting<?> find(ConfigEntry entry, int dot) {
        String wanted = entry.key().substring(dot + 1);
        List<String> names =
                OcypodTerms.QUEUE_SETTINGS.stream().<String>map(Setting::key).toList();
        if (!names.contains(wanted)) {
            throw entry.refused("there is no setting \"%s\"; %s"
                    .formatted(
                            entry.key(),
                            DidYouMean.nearest(wanted, names)
                                    .map(near -> "did you mean \"" + entry.key().substring(0, dot + 1) + near + "\"?")
                                    .orElse("a queue has " + String.join(", ", names))));
        }
        return OcypodTerms.QUEUE_SETTINGS.get(names.indexOf(wanted));
    }

    private Table table(String name, ConfigEntry entry) {
        if (!NameRule.isPlain(name, LONGEST_NAME_BYTES)) {
            throw entry.refused("\"%s\" is not a valid queue name: 1 to %d characters of A-Z a-z 0-9 _ . -"
                    .formatted(name, LONGEST_NAME_BYTES));
        }
        return tables.computeIfAbsent(name, added -> new Table(entry.source(), new ReadValues()));
    }

    Map<String, Terms> declared() {
        Map<String, Terms> declared = new TreeMap<>();
        tables.forEach((name, table) -> declared.put(name, OcypodTerms.from(table.values())));
        return declared;
    }

    List<Settings.Shown> shown() {
        List<Settings.Shown> shown = new ArrayList<>();
        tables.forEach((name, table) -> {
            String key = PREFIX + TomlText.key(name);
            if (table.values().isEmpty()) {
                shown.add(new Settings.Shown(key, "{}", table.source()));
            }
            OcypodTerms.QUEUE_SETTINGS.stream()
                    .filter(setting -> !table.values().isDefault(setting))
                    .forEach(setting -> shown.add(table.values().shown(key + ".", setting)));
        });
        return shown;
    }
}
