package dev.reeve.server.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completion of a command line in fish: one line for every command and option, with its description. */
final class FishCompletion {
    private static final String SEEN = "__fish_seen_subcommand_from ";

    private final String program;
    private final List<String> lines = new ArrayList<>();

    private FishCompletion(String program) {
        this.program = program;
    }

    static String of(CommandLine root) {
        FishCompletion script = new FishCompletion(root.getCommandName());
        script.lines.add("complete -c " + script.program + " -f");
        script.add(root, "");
        return String.join("\n", script.lines);
    }

    /** @param seen the condition under which the words of the command have been typed; empty for the program */
    private void add(CommandLine command, String seen) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            StringBuilder words = new StringBuilder();
            for (String name : option.names()) {
                words.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            }
            boolean takesFile = option.paramLabel().matches("FILE|DIR");
            words.append(option.arity().max() == 0 ? "" : takesFile ? " -r -F" : " -x");
            line(seen, words + about(option.description()));
        }
        String names = String.join(" ", command.getSubcommands().keySet());
        String undecided = seen.isEmpty() ? "__fish_use_subcommand" : seen + "; and not " + SEEN + names;
        command.getSubcommands().forEach((name, part) -> {
            CommandSpec spec = part.getCommandSpec();
            line(undecided, " -a " + name + about(spec.usageMessage().description()));
            add(part, (seen.isEmpty() ? "" : seen + "; and ") + SEEN + name);
        });
    }

    private void line(String condition, String words) {
        lines.add("complete -c " + program + (condition.isEmpty() ? "" : " -n '" + condition + "'") + words);
    }

    private static String about(String... description) {
        return description.length == 0
                ? ""
                : " -d '" + description[0].replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
