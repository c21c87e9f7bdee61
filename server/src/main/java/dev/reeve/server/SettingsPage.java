package dev.reeve.server;

import java.util.List;

/** The page of the documentation that lists every setting. */
public final class SettingsPage {
    private static final String HEAD = """
            # Settings

            <!-- Written by "./reeve config reference". Change Settings.java and write it again. -->

            Each setting can stand in a TOML file, in the environment, or on the command line. What comes later in this list wins:

            1. the default
            2. the file: `--config FILE`, or `reeve.toml` in the current folder if there is one
            3. the environment: `workq.lease-reply` is `REEVE_WORKQ_LEASE_REPLY`
            4. `--set key=value`, as often as needed
            5. `--data`, `--bind` and `--insecure`

            In the file `${NAME}` stands for an environment variable, `${NAME=default}` for one that may be missing. An unknown key, an
            unknown `REEVE_…` variable or a value out of range stops the start with one line that says where it stands.
            [reeve.example.toml](../reeve.example.toml) is a file to begin with. `./reeve config check FILE` tells whether a file is
            right, `./reeve config show` what the settings are and where each of them comes from.

            Sizes are written as `512KiB`, `64MiB`, `1GiB` or a number of bytes; durations as `500ms`, `30s`, `5m`, `2h`, `1d`; shares as
            `70%` or `0.7`.
            """;
    private static final String QUEUES = """

            ## Queues

            A table `[queue.NAME]` declares a queue of the [Ocypod door](protocols/ocypod.md#queues-in-the-config-file): it is there when
            the server is ready, and its new jobs get these settings. The table may be empty. A name with dots is put in quotes:
            `[queue."mail.out"]`. `--set queue.NAME.retries=2` works too; there are no environment variables for queues. Durations may
            have several parts here: `1h 15m`.
            """;
    private static final String COLUMNS = "\n| key | default | value | meaning |\n|---|---|---|---|\n";

    private SettingsPage() {}

    public static String markdown() {
        StringBuilder page = new StringBuilder(HEAD);
        String table = "?";
        for (Setting<?> setting : Settings.ALL) {
            String key = setting.key();
            String newTable = key.substring(0, Math.max(0, key.indexOf('.')));
            if (!newTable.equals(table)) {
                table = newTable;
                page.append("\n## ")
                        .append(table.isEmpty() ? "The server" : "[" + table + "]")
                        .append('\n');
                page.append(COLUMNS);
            }
            row(
                    page,
                    List.of(
                            code(key),
                            code(setting.defaultText()),
                            setting.type().expected(),
                            setting.explanation()));
        }
        page.append(QUEUES).append(COLUMNS);
        for (QueueSetting setting : QueueSetting.ALL) {
            row(
                    page,
                    List.of(
                            code(setting.key()),
                            code(setting.defaultToml()),
                            setting.expected(),
                            setting.explanation()));
        }
        return page.toString();
    }

    private static void row(StringBuilder page, List<String> cells) {
        cells.forEach(cell -> page.append("| ").append(cell.replace("|", "\\|")).append(' '));
        page.append("|\n");
    }

    private static String code(String text) {
        return "`" + text + "`";
    }
}
