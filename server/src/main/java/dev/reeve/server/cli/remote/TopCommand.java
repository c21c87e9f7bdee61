package dev.reeve.server.cli.remote;

import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reeve top}: once a second the queues, the one with the oldest job first. Plain ANSI, so that any terminal shows it. */
@Command(name = "top", description = "Show queues and rates once a second.", mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    /** Goes to the upper left corner, and clears what is below. */
    private static final String HOME = "\u001b[H\u001b[J";

    private static final int MOST_QUEUES = 30;

    @Option(names = "--once", description = "Print once and end.")
    private boolean once;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        return server.run((reeve, printer) -> {
            while (true) {
                JsonObject status = reeve.request("GET", "/v1/server").send().orElseThrow();
                List<JsonObject> queues = ListCommand.QUEUES
                        .read(reeve)
                        .sorted(Comparator.comparingDouble(TopCommand::age).reversed())
                        .toList();
                if (!once) {
                    printer.control(HOME);
                }
                show(reeve, status, queues, printer);
                if (once) {
                    return ExitCode.DONE;
                }
                try {
                    TimeUnit.SECONDS.sleep(1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return ExitCode.DONE;
                }
            }
        });
    }

    private static double age(JsonObject queue) {
        return queue.get("oldest_seconds") instanceof Number seconds ? seconds.doubleValue() : 0;
    }

    private static double sum(List<JsonObject> queues, String name) {
        return queues.stream()
                .mapToDouble(queue -> queue.get(name) instanceof Number number ? number.doubleValue() : 0)
                .sum();
    }

    private static void show(Reeve reeve, JsonObject status, List<JsonObject> queues, Printer printer) {
        printer.say(String.format(
                Locale.ROOT,
                "Reeve %s at %s   %d queues   added %.1f/s   completed %.1f/s   ready %.0f   leased %.0f   failed %.0f",
                status.text("version"),
                reeve.server(),
                queues.size(),
                sum(queues, "added_per_second"),
                sum(queues, "completed_per_second"),
                sum(queues, "ready"),
                sum(queues, "leased"),
                sum(queues, "failed")));
        JsonObject journal = status.object("journal");
        if (journal != null) {
            printer.say("journal " + journal);
        }
        ListCommand.QUEUES.print(queues.stream().limit(MOST_QUEUES), printer);
    }
}
