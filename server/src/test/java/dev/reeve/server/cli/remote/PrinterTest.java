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

    private static JsonObject object(String json) {
        return JsonObject.read(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String one(OutputForm form, String json) {
        StringWriter out = new StringWriter();
        new Printer(new PrintWriter(out), form, new Colours(() -> false)).one(object(json), "id");
        return out.toString();
    }

    @Test
    void numbers_are_aligned_at_the_right_and_lists_have_no_brackets() {
        StringWriter out = new StringWriter();
        Stream<JsonObject> queues = Stream.of(
                object("{\"name\":\"mail\",\"ready\":7,\"oldest_seconds\":711.314611,\"tags\":[\"eu\",\"us\"]}"),
                object("{\"name\":\"sms\",\"ready\":1200,\"oldest_seconds\":null,\"tags\":[]}"));
        new Printer(new PrintWriter(out), OutputForm.TABLE, new Colours(() -> false))
                .list(queues, "name", "name", "ready", "oldest_seconds", "tags");
        assertThat(out).hasToString("""
                NAME  READY  OLDEST_SECONDS  TAGS
                mail      7         711.315  eu, us
                sms    1200
                """);
    }

    @Test
    void one_object_has_the_fields_of_those_inside_it_and_a_trace_below_its_name() {
        String job = "{\"id\":\"a\",\"tags\":[\"eu\"],\"headers\":{},\"payload\":{\"to\":\"ann\"},"
                + "\"error\":{\"type\":\"Broken\",\"trace\":\"Broken\\n\\tat x\"},\"history\":[{\"what\":\"added\"},{\"what\":\"leased\"}]}";
        assertThat(one(OutputForm.TABLE, job)).isEqualTo("""
                id           a
                tags         eu
                headers
                payload      {"to":"ann"}
                error.type   Broken
                error.trace  Broken
                                 at x
                history      {"what":"added"}
                             {"what":"leased"}
                """);
        assertThat(one(OutputForm.JSON, job)).isEqualTo("[" + job + "]\n");
        assertThat(one(OutputForm.JSONL, job)).isEqualTo(job + "\n");
        assertThat(one(OutputForm.IDS, job)).isEqualTo("a\n");
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
