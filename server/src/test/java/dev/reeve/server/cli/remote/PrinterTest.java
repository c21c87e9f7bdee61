package dev.reeve.server.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.client.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PrinterTest {
    private static String printed(OutputForm form, Colours colours) {
        StringWriter out = new StringWriter();
        Stream<JsonObject> jobs = Stream.of("failed", "retrying", "ready")
                .map(state -> "{\"id\":\"failed\",\"state\":\"" + state + "\",\"type\":\"mail\"}")
                .map(json -> JsonObject.read(json.getBytes(StandardCharsets.UTF_8)));
        new Printer(new PrintWriter(out), form, colours).list(jobs, "id", "id", "state", "type");
        return out.toString();
    }

    @Test
    void a_table_has_colours_on_a_terminal_and_states_alone_are_coloured() {
        assertThat(printed(OutputForm.TABLE, new Colours(() -> true))).isEqualTo("""
                        <ESC>[1mID      STATE     TYPE<ESC>[0m
                        failed  <ESC>[31mfailed    <ESC>[0mmail
                        failed  <ESC>[33mretrying  <ESC>[0mmail
                        failed  ready     mail
                        """.replace("<ESC>", "\u001b"));
    }

    @Test
    void what_programs_read_has_none() {
        String plain =
                "ID      STATE     TYPE\nfailed  failed    mail\nfailed  retrying  mail\nfailed  ready     mail\n";
        assertThat(printed(OutputForm.TABLE, new Colours(() -> false))).isEqualTo(plain);
        assertThat(printed(OutputForm.TABLE, Colours.of(Map.of("NO_COLOR", "1"))))
                .isEqualTo(plain);
        for (OutputForm form : new OutputForm[] {OutputForm.JSON, OutputForm.JSONL, OutputForm.IDS}) {
            assertThat(printed(form, new Colours(() -> true))).doesNotContain("\u001b");
        }
    }
}
