package dev.reeve.door.api;

import dev.reeve.engine.search.JobFilter;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A filter in a body, with the names that lists have as parameters. A value is a text or a list of texts. Unlike that of a list,
 * it has to name a state.
 */
final class FilterFields {
    private static final int MOST_VALUES = 100;
    private static final String PREFIX = "/filter/";

    private final List<Map.Entry<String, String>> conditions = new ArrayList<>();
    private boolean given;

    /** Reads the field that has the filter. */
    void read(StrictJson value) throws IOException {
        given = value.object(this::condition);
    }

    private boolean condition(String name, StrictJson value) throws IOException {
        if (!JobListing.FILTERS.contains(name)) {
            return false;
        }
        if (value.isList()) {
            List<String> texts = value.list(MOST_VALUES, StrictJson::text);
            if (texts != null) {
                texts.forEach(text -> conditions.add(Map.entry(name, text)));
            }
        } else {
            String text = value.text();
            if (text != null) {
                conditions.add(Map.entry(name, text));
            }
        }
        return true;
    }

    /** The filter. What is wrong with it goes to the errors. */
    JobFilter filter(FieldErrors errors) {
        JobFilter filter = JobListing.filter(new Parameters(conditions, JobListing.FILTERS, PREFIX, errors));
        if (!given) {
            errors.missing("/filter");
        } else if (filter.states().isEmpty()) {
            errors.missing(PREFIX + "state");
        }
        return filter;
    }
}
