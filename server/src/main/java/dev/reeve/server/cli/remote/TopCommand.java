package dev.reeve.server.cli.remote;

import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import dev.reeve.client.ReeveException;
import dev.reeve.server.log.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code reeve top}: once a second the queues, the one with the oldest job first, as many as fit. Plain ANSI, so that any terminal
 * shows it. While the server is gone, the last figures stay, with a line that says so.
 */
@Command(name = "top", description = "Show queues and rates once a second.", mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    private static final String TO_THE_CORNER = "\u001b[H";
    private static final String CLEAR_THE_LINE = "\u001b[K";
    private static final String CLEAR_THE_REST = "\u001b[J";
    private static final int ALL_ROWS = 10_000;

    @Option(names = "--once", description = "Print once and end.")
    private boolean once;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        return server.run((reeve, printer) -> {
            TopScreen screen = look(reeve);
            if (once) {
                screen.lines(Math.max(80, Terminal.now().columns()), ALL_ROWS).forEach(printer::line);
                return ExitCode.DONE;
            }
            String trouble = "";
            while (true) {
                draw(screen, trouble, printer);
                try {
                    TimeUnit.SECONDS.sleep(1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return ExitCode.DONE;
                }
                try {
                    screen = look(reeve);
                    trouble = "";
                } catch (ReeveException e) {
                    if (e.status() == 401 || e.status() == 403) {
                        throw e;
                    }
                    trouble = "OLD FIGURES: " + e.getMessage();
                }
            }
        });
    }

    private static TopScreen look(Reeve reeve) {
        JsonObject status = reeve.request("GET", "/v1/server").send().orElseThrow();
        return new TopScreen(
                reeve.server().getAuthority(),
                status,
                ListCommand.QUEUES.read(reeve).toList(),
                ListCommand.WORKERS.read(reeve).toList());
    }

    /** Writes over what is there, so that nothing flickers. */
    private static void draw(TopScreen screen, String trouble, Printer printer) {
        Terminal terminal = Terminal.now();
        List<String> lines = new ArrayList<>(screen.lines(terminal.columns(), Math.max(1, terminal.rows() - 1)));
        if (!trouble.isEmpty()) {
            String plain = PlainText.of(trouble);
            lines.set(Math.min(2, lines.size() - 1), plain.substring(0, Math.min(plain.length(), terminal.columns())));
        }
        // The last row stays empty for what the shell prints in the end.
        lines.add("");
        printer.control(TO_THE_CORNER + String.join(CLEAR_THE_LINE + "\r\n", lines) + CLEAR_THE_REST);
        printer.flush();
    }
}
