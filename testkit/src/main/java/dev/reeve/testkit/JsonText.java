package dev.reeve.testkit;

/** Finds values in JSON that a server sent, without changing them. */
final class JsonText {
    private JsonText() {}

    /** The unparsed value of the first key with this name. */
    static String raw(String json, String key) {
        String name = "\"" + key + "\":";
        int start = json.indexOf(name) + name.length();
        if (start < name.length()) {
            throw new Violation("there is no " + key + " in " + json);
        }
        int depth = 0;
        for (int i = start; i < json.length(); i++) {
            char c = json.charAt(i);
            if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
                return json.substring(start, i);
            }
            if (c == '"') {
                i = endOfString(json, i);
            }
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        }
        throw new Violation("the value of " + key + " does not end in " + json);
    }

    private static int endOfString(String json, int quote) {
        int i = quote + 1;
        while (json.charAt(i) != '"') {
            i += json.charAt(i) == '\\' ? 2 : 1;
        }
        return i;
    }

    /** The first value with this name: the text of a string, or the value itself. */
    static String value(String json, String key) {
        String raw = raw(json, key);
        return raw.startsWith("\"") ? unescape(raw.substring(1, raw.length() - 1)) : raw;
    }

    private static String unescape(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                plain.append(c);
                continue;
            }
            c = text.charAt(++i);
            if (c == 'u') {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                int control = "bfnrt".indexOf(c);
                plain.append(control < 0 ? c : "\b\f\n\r\t".charAt(control));
            }
        }
        return plain.toString();
    }
}
