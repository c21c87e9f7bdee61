package dev.reeve.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.reeve.door.ocypod.OcypodTerms;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.http.NameRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The tables {@code [queue.NAME]} of the settings: declared queues, with the settings of their new jobs. */
final class QueueTables {
    private static final String PREFIX = "queue.";
    private static final int LONGEST_NAME_BYTES = 255;

    private final Map<String, OcypodTerms> tables = new TreeMap<>();
    private final Map<String, Settings.Shown> shown = new TreeMap<>();

    static boolean isQueue(String key) {
        return key.startsWith(PREFIX);
    }

    /** Declares a queue by an empty table. */
    void table(String key, String place) {
        String name = key.substring(PREFIX.length());
        terms(name, place);
        shown.put(key, new Settings.Shown(PREFIX + TomlText.key(name), "{}", place));
    }

    void set(String key, String text, String place) {
        int dot = key.lastIndexOf('.');
        if (dot < PREFIX.length()) {
            throw new StartException(
                    "%s: \"%s\" must be a table [queue.NAME], or a setting in one such as queue.NAME.retries"
                            .formatted(place, key));
        }
        QueueSetting setting = find(key, dot, place);
        String name = key.substring(PREFIX.length(), dot);
        OcypodTerms terms = terms(name, place);
        try {
            setting.setter().set(terms, text);
        } catch (IllegalArgumentException | JsonProcessingException e) {
            throw new StartException("%s: %s must be %s, not \"%s\"".formatted(place, key, setting.expected(), text));
        }
        shown.remove(PREFIX + name);
        String shownKey = PREFIX + TomlText.key(name) + "." + setting.key();
        shown.put(key, new Settings.Shown(shownKey, text.startsWith("[") ? text : TomlText.value(text), place));
    }

    private static QueueSetting find(String key, int dot, String place) {
        String wanted = key.substring(dot + 1);
        for (QueueSetting setting : QueueSetting.ALL) {
            if (setting.key().equals(wanted)) {
                return setting;
            }
        }
        List<String> names = QueueSetting.ALL.stream().map(QueueSetting::key).toList();
        throw new StartException("%s: there is no setting \"%s\"; %s"
                .formatted(
                        place,
                        key,
                        DidYouMean.nearest(wanted, names)
                                .map(nearest -> "did you mean \"" + key.substring(0, dot + 1) + nearest + "\"?")
                                .orElse("a queue has " + String.join(", ", names))));
    }

    private OcypodTerms terms(String name, String place) {
        if (!NameRule.isPlain(name, LONGEST_NAME_BYTES)) {
            throw new StartException("%s: \"%s\" is not a valid queue name: 1 to %d characters of A-Z a-z 0-9 _ . -"
                    .formatted(place, name, LONGEST_NAME_BYTES));
        }
        return tables.computeIfAbsent(name, added -> new OcypodTerms());
    }

    Map<String, Terms> declared() {
        return tables.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().terms()));
    }

    List<Settings.Shown> shown() {
        return new ArrayList<>(shown.values());
    }
}
