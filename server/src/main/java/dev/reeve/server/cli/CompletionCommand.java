package dev.reeve.server.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve completion}: a script that lets a shell complete commands and options. */
@Command(
        name = "completion",
        description = {
            "Print a script that lets a shell complete commands and options.",
            "bash and zsh: source <(reeve completion bash); fish: reeve completion fish | source"
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class)
final class CompletionCommand implements Callable<Integer> {
    /** The shells. The script for bash is one for zsh too. */
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell = Shell.BASH;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        CommandLine all = ReeveCommand.commandLine();
        PrintWriter out = spec.commandLine().getOut();
        out.println(shell == Shell.FISH ? FishCompletion.of(all) : AutoComplete.bash(all.getCommandName(), all));
        out.flush();
        return 0;
    }
}
