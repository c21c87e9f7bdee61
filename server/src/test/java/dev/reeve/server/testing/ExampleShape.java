package dev.reeve.server.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares an answer with its example: both have the same fields with values of the same types. A value may be null in one of
 * them, and a list empty; of lists the first members are compared.
 */
public final class ExampleShape {
    /** What clients choose, or what has a field for each thing that there is. */
    private static final Set<String> ANY =
            Set.of("payload", "result", "headers", "dependencies", "data", "queues", "job_counts");

    private ExampleShape() {}

    /** The places in which the two differ. */
    public static List<String> differences(JsonNode example, JsonNode answer) {
        List<String> found = new ArrayList<>();
        compare("", example, answer, found);
        return found;
    }

    private static void compare(String place, JsonNode example, JsonNode answer, List<String> found) {
        if (example.isNull() || answer.isNull()) {
            return;
        }
        if (type(example) != type(answer)) {
            found.add(place + " is " + example + ", but was " + answer);
        } else if (example.isObject()) {
            Set<String> names = new TreeSet<>();
            example.fieldNames().forEachRemaining(names::add);
            answer.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                if (!example.has(name) || !answer.has(name)) {
                    found.add(place + "/" + name + (answer.has(name) ? " is not in the example" : " was not answered"));
                } else if (!ANY.contains(name) || !example.get(name).isObject()) {
                    compare(place + "/" + name, example.get(name), answer.get(name), found);
                }
            }
        } else if (example.isArray() && !example.isEmpty() && !answer.isEmpty()) {
            compare(place + "/0", example.get(0), answer.get(0), found);
        }
    }

    private static JsonNodeType type(JsonNode value) {
        return value.getNodeType();
    }
}
