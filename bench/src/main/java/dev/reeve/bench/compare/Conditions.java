package dev.reeve.bench.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/** Describes the machine and the versions of a measurement. */
final class Conditions {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private Conditions() {}

    static String describe(Path data, double seconds, String servers) throws IOException {
        return String.format(
                Locale.ROOT,
                "%s; %s, Linux %s, %s; Java %s%s. Each run %.1f seconds.",
                LocalDate.now(ZoneOffset.UTC),
                processor(),
                System.getProperty("os.version"),
                Files.getFileStore(data).type(),
                Runtime.version().feature(),
                servers.isEmpty() ? "" : ", " + servers,
                seconds);
    }

    private static String processor() throws IOException {
        return Files.readAllLines(PROCESSORS).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 2))
                .findFirst()
                .orElse("unknown processor");
    }

    static String beanstalkd() throws IOException {
        return firstLine("beanstalkd", "-v");
    }

    static String redis() throws IOException {
        String line = firstLine("redis-server", "--version");
        return "Redis " + line.replaceAll(".*v=(\\S+).*", "$1");
    }

    private static String firstLine(String... words) throws IOException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElse("");
    }
}
