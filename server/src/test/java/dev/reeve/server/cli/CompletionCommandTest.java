package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.cli.remote.RemoteCommands;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {
    @TempDir
    private Path folder;

    private static String script(String shell) {
        StringWriter out = new StringWriter();
        PrintWriter printed = new PrintWriter(out);
        assertThat(ReeveCommand.execute(printed, printed, "completion", shell)).isZero();
        return out.toString();
    }

    /** What bash offers after these words. */
    private String offered(String... words) throws Exception {
        Path script = folder.resolve("completion");
        if (Files.notExists(script)) {
            Files.writeString(script, script("bash"));
        }
        String typed = String.join(" ", words);
        String shell =
                "compopt() { :; }; source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; _complete_reeve; echo ${COMPREPLY[@]}"
                        .formatted(script, typed, words.length - 1, typed);
        Process bash = new ProcessBuilder("bash", "-c", shell)
                .redirectErrorStream(true)
                .start();
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(out).isZero();
        return out.strip();
    }

    @Test
    void bash_offers_commands_subcommands_and_options() throws Exception {
        assertThat(offered("reeve", "sched")).isEqualTo("schedules schedule");
        assertThat(offered("reeve", "job", "re")).isEqualTo("retry");
        assertThat(offered("reeve", "limit", "set", "--max")).isEqualTo("--max-running");
    }

    @Test
    void the_script_for_bash_is_one_for_zsh() {
        assertThat(script("zsh")).isEqualTo(script("bash")).contains("bashcompinit");
    }

    @Test
    void fish_gets_a_line_for_every_command_and_option() {
        String script = script("fish");
        assertThat(script.lines()).allMatch(line -> line.startsWith("complete -c reeve "));
        for (String name : RemoteCommands.names()) {
            assertThat(script).contains("complete -c reeve -n '__fish_use_subcommand' -a " + name + " -d '");
        }
        assertThat(script)
                .contains(
                        "-n '__fish_seen_subcommand_from limit; and __fish_seen_subcommand_from set' -l max-running -x -d '",
                        "-n '__fish_seen_subcommand_from jobs' -s o -l output -x -d '",
                        "-n '__fish_seen_subcommand_from restore' -l data -r -F -d '");
        assertThat(script.lines()
                        .filter(line -> line.replace("\\'", "")
                                                .chars()
                                                .filter(c -> c == '\'')
                                                .count()
                                        % 2
                                == 1))
                .as("quotes that do not end")
                .isEmpty();
    }
}
