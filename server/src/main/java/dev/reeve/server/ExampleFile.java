package dev.reeve.server;

/** A config file to begin with: every setting with its explanation, and its default behind a comment sign. */
public final class ExampleFile {
    private static final int LINE_LENGTH = 100;
    private static final String HEAD = """
            # Settings of Reeve. This file has all of them, each with its default behind a #.
            # Written by "./reeve config example". Copy it to reeve.toml, and take away the # where you want another value.
            # ${NAME} stands for an environment variable, ${NAME=default} for one that may be missing.
            """;
    private static final String QUEUE_HEAD = """

            # A queue that is there when the server is ready, and the settings of its new jobs.
            #[queue.mail]
            """;

    private ExampleFile() {}

    public static String toml() {
        StringBuilder text = new StringBuilder(HEAD);
        String table = "";
        for (Setting<?> setting : Settings.ALL) {
            int dot = setting.key().indexOf('.');
            String newTable = setting.key().substring(0, Math.max(0, dot));
            if (!newTable.equals(table)) {
                table = newTable;
                text.append("\n[").append(table).append("]\n");
            } else {
                text.append('\n');
            }
            comment(text, setting.explanation());
            comment(text, "Expects " + setting.type().expected() + ".");
            assignment(text, setting.key().substring(dot + 1), TomlText.value(setting.defaultText()));
        }
        text.append(QUEUE_HEAD);
        for (QueueSetting setting : QueueSetting.ALL) {
            comment(text, setting.explanation());
            assignment(text, setting.key(), setting.defaultToml());
        }
        return text.toString();
    }

    private static void comment(StringBuilder text, String sentence) {
        StringBuilder line = new StringBuilder("#");
        for (String word : sentence.split(" ", -1)) {
            if (line.length() + 1 + word.length() > LINE_LENGTH) {
                text.append(line).append('\n');
                line = new StringBuilder("#");
            }
            line.append(' ').append(word);
        }
        text.append(line).append('\n');
    }

    private static void assignment(StringBuilder text, String key, String value) {
        text.append('#').append(key).append(" = ").append(value).append('\n');
    }
}
