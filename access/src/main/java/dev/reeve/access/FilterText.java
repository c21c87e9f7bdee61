package dev.reeve.access;

import dev.reeve.engine.search.JobFilter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A filter for the audit log: its conditions by name, without those that are not set. */
final class FilterText {
    private static final int LONGEST = 2_000;

    private FilterText() {}

    static String of(JobFilter filter) {
        List<String> conditions = new ArrayList<>();
        for (RecordComponent component : JobFilter.class.getRecordComponents()) {
            Object value;
            try {
                value = component.getAccessor().invoke(filter);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a component is not readable: " + component, e);
            }
            if (value != null && !(value instanceof Collection<?> several && several.isEmpty())) {
                conditions.add(component.getName() + "=" + value);
            }
        }
        String text = String.join(" ", conditions);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
