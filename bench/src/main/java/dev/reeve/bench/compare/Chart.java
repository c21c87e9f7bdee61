package dev.reeve.bench.compare;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * An SVG bar chart of cycles per second, with a panel for each durability, readable on light and dark pages. The line on a bar
 * spans the lowest to the highest run.
 */
final class Chart {
    private static final int WIDTH = 800;
    private static final int PANEL = 240;
    private static final int TOP = 46;
    private static final int LEFT = 64;
    private static final int RIGHT = 16;
    private static final int BAR = 34;
    private static final List<String> SERVERS = List.of("reeve", "beanstalkd", "redis");
    private static final List<String> NAMES = List.of("Reeve", "beanstalkd", "Redis");
    private static final String STYLE = """
            <style>
            text { font: 13px system-ui, sans-serif; fill: #1f2328 }
            .title { font-weight: 600 }
            .small { font-size: 11px }
            .axis { stroke: #8b949e; stroke-width: 1; opacity: .4 }
            .spread { stroke: #1f2328; stroke-width: 1.5 }
            .reeve { fill: #1a7f64 } .beanstalkd { fill: #c77c11 } .redis { fill: #b3424a }
            @media (prefers-color-scheme: dark) {
              text { fill: #e6edf3 } .spread { stroke: #e6edf3 }
              .reeve { fill: #3fb68b } .beanstalkd { fill: #e0a040 } .redis { fill: #e5737b }
            }
            </style>
            """;

    private final Results results;
    private final StringBuilder text = new StringBuilder();
    private final Formatter svg = new Formatter(text, Locale.ROOT);

    private Chart(Results results) {
        this.results = results;
    }

    static String of(Results results) {
        return new Chart(results).draw();
    }

    private String draw() {
        List<SyncMode> panels = results.durabilities();
        int height = TOP + panels.size() * (PANEL + TOP);
        svg.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                        + "aria-label=\"Cycles a second of Reeve, beanstalkd and Redis\">%n",
                WIDTH, height);
        text.append(STYLE);
        legend();
        for (int i = 0; i < panels.size(); i++) {
            panel(panels.get(i), TOP + i * (PANEL + TOP));
        }
        text.append("</svg>\n");
        return text.toString();
    }

    private void legend() {
        for (int i = 0; i < SERVERS.size(); i++) {
            int x = LEFT + 120 * i;
            svg.format("<rect class=\"%s\" x=\"%d\" y=\"12\" width=\"13\" height=\"13\"/>", SERVERS.get(i), x);
            svg.format("<text x=\"%d\" y=\"23\">%s</text>%n", x + 19, NAMES.get(i));
        }
    }

    private void panel(SyncMode durability, int top) {
        double most = most(durability);
        double step = step(most);
        int bottom = top + PANEL - 24;
        double scale = (bottom - top - 24) / most;
        String promise = durability == SyncMode.SYNCED ? "synced before every reply" : "synced some time later";
        svg.format("<text class=\"title\" x=\"%d\" y=\"%d\">cycles/s, %s</text>%n", LEFT, top + 12, promise);
        for (double value = 0; value <= most; value += step) {
            double y = bottom - value * scale;
            svg.format("<path class=\"axis\" d=\"M%d %.1fH%d\"/>", LEFT, y, WIDTH - RIGHT);
            svg.format(
                    "<text class=\"small\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>%n",
                    LEFT - 8, y + 4, value);
        }
        int group = (WIDTH - LEFT - RIGHT) / results.connections().size();
        int x = LEFT;
        for (int connections : results.connections()) {
            Cell cell = results.cell(durability, connections);
            if (!cell.isEmpty()) {
                bars(cell, x + group / 2, bottom, scale);
                label(connections, x + group / 2, bottom + 17);
            }
            x += group;
        }
    }

    /** The highest of all counted runs. */
    private double most(SyncMode durability) {
        return results.connections().stream()
                .map(connections -> results.cell(durability, connections))
                .flatMap(cell -> cell.rounds().stream())
                .flatMap(List::stream)
                .mapToDouble(Run::cyclesPerSecond)
                .max()
                .orElse(1);
    }

    /** Draws the bars of one number of connections, centred at {@code middle}. */
    private void bars(Cell cell, int middle, int bottom, double scale) {
        int x = middle - SERVERS.size() * BAR / 2;
        for (String server : SERVERS) {
            Spread cycles = cell.cycles(server);
            double height = cycles.median() * scale;
            svg.format(
                    "<rect class=\"%s\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>",
                    server, x, bottom - height, BAR - 4, height);
            svg.format(
                    "<path class=\"spread\" d=\"M%d %.1fV%.1f\"/>%n",
                    x + (BAR - 4) / 2, bottom - cycles.min() * scale, bottom - cycles.max() * scale);
            x += BAR;
        }
    }

    private void label(int connections, int middle, int y) {
        svg.format(
                "<text class=\"small\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d connection%s</text>%n",
                middle, y, connections, connections == 1 ? "" : "s");
    }

    /** The distance of axis lines: a round number that gives four to nine lines. */
    private static double step(double most) {
        double step = Math.pow(10, Math.floor(Math.log10(most)));
        if (most / step < 2) {
            return step / 5;
        }
        return most / step < 4.5 ? step / 2 : step;
    }
}
