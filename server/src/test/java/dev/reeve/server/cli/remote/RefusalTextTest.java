package dev.reeve.server.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.client.JsonObject;
import dev.reeve.server.cli.ReeveCommand;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A user reads of options and arguments, not of places in a JSON document that the command has made of them. */
class RefusalTextTest {
    private static final CommandLine PROGRAM = ReeveCommand.commandLine();

    private static CommandSpec command(String words) {
        CommandLine command = PROGRAM;
        for (String word : words.split(" ", -1)) {
            command = Objects.requireNonNull(command.getSubcommands().get(word));
        }
        return command.getCommandSpec();
    }

    private static JsonObject problem(String errors) {
        return JsonObject.read(("{\"detail\":\"2 fields or parameters are not valid\",\"errors\":[" + errors + "]}")
                .getBytes(StandardCharsets.UTF_8));
    }

    private static String error(String pointer, String detail) {
        return "{\"pointer\":\"" + pointer + "\",\"detail\":\"" + detail + "\"}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jobs|?state|--state: expected x",
                "jobs|?created_after|--created-after: expected x",
                "jobs retry|/filter/state|--state: expected x",
                "jobs retry|/spread|--spread: expected x",
                "jobs move|/to|--to: expected x",
                "add|/queue|QUEUE: expected x",
                "add|/run_at|--at: expected x",
                "add|/tags/0|--tag: expected x",
                "add|/unique/key|--unique: expected x",
                "add|/jobs/3/limit_key|--limit-key: expected x",
                "add|/payload|payload: expected x",
                "queue purge|/states/1|--state: expected x",
                "queue set|/keep/completed|keep.completed: expected x",
                "limit set|/rate/per|--rate: expected x",
                "limit set|/pattern|PATTERN: expected x",
                "limit set|''|expected x",
                "webhook put|/url|url: expected x",
                "schedule put|/job/queue|job.queue: expected x",
                "import|/jobs/2/headers/a~1b|headers.a/b: expected x",
            })
    void a_field_is_called_as_the_user_gave_it(String words, String pointer, String text) {
        assertThat(RefusalText.of(problem(error(pointer, "expected x")), command(words)))
                .isEqualTo(text);
    }

    @Test
    void all_that_is_wrong_is_told() {
        String errors = error("/max_atempts", "is not known") + "," + error("/lease", "expected a time");
        assertThat(RefusalText.of(problem(errors), command("queue set")))
                .isEqualTo("max_atempts is not known; lease: expected a time");
        assertThat(RefusalText.of(problem(""), command("queue set"))).isEqualTo("2 fields or parameters are not valid");
    }
}
