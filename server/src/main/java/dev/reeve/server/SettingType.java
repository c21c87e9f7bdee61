package dev.reeve.server;

import dev.reeve.server.log.LogLevels;
import dev.reeve.settings.Durations;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The format of a setting's value. The parser throws IllegalArgumentException or ArithmeticException on invalid text.
 *
 * @param expected the valid values, for error messages and documentation
 * @param isSecret whether the value must not be shown
 */
public record SettingType<T>(String expected, boolean isSecret, Function<String, T> parser) {
    static final String DURATIONS = "30s, 5m or 1h 15m";

    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d+)\\s*([A-Za-z]*)");

    private SettingType(String expected, Function<String, T> parser) {
        this(expected, false, parser);
    }

    static SettingType<Port> port() {
        return new SettingType<>(
                "a port from 0 (any free one) to 65535, or off",
                text -> text.equals("off") ? Port.OFF : new Port((int) within(0, 65535, Long.parseLong(text))));
    }

    static SettingType<Path> folder() {
        return new SettingType<>("the path of a folder", text -> Path.of(notBlank(text)));
    }

    static SettingType<InetAddress> address() {
        return new SettingType<>("an address of this machine", text -> {
            try {
                return InetAddress.getByName(notBlank(text));
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(e);
            }
        });
    }

    static SettingType<Boolean> bool() {
        return new SettingType<>("true or false", text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        });
    }

    static <E extends Enum<E>> SettingType<E> oneOf(Class<E> choices) {
        String names = Arrays.stream(choices.getEnumConstants())
                .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return new SettingType<>("one of " + names, text -> {
            if (!text.equals(text.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(text);
            }
            return Enum.valueOf(choices, text.toUpperCase(Locale.ROOT));
        });
    }

    static SettingType<LogLevels> logLevels() {
        return new SettingType<>(
                "off, error, warn, info, debug or trace, then PACKAGE=LEVEL separated by commas: info, io.netty=debug",
                LogLevels::parse);
    }

    static SettingType<Integer> integer(int min, int max) {
        return new SettingType<>("a whole number from %d to %d".formatted(min, max), text ->
                (int) within(min, max, Long.parseLong(text)));
    }

    static SettingType<Duration> durationAboveZero() {
        return new SettingType<>(
                "a duration above zero such as " + DURATIONS,
                text -> Duration.of(within(1, Long.MAX_VALUE, Durations.parseMicros(text)), ChronoUnit.MICROS));
    }

    static SettingType<Long> size(long min, long max) {
        return new SettingType<>(
                "a size from %s to %s such as 512KiB, 64MiB or 1GiB".formatted(showSize(min), showSize(max)), text -> {
                    Matcher parts = split(text);
                    return within(
                            min, max, Math.multiplyExact(Long.parseLong(parts.group(1)), bytesIn(parts.group(2))));
                });
    }

    /** A fraction, parsed to a number above 0 and up to 1. */
    static SettingType<Double> share() {
        return new SettingType<>(
                "a share above zero and up to 100%, such as 70% or 0.7",
                text -> {
                    double share = text.endsWith("%")
                            ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
                            : Double.parseDouble(text);
                    if (!(share > 0 && share <= 1)) {
                        throw new IllegalArgumentException(text);
                    }
                    return share;
                });
    }

    private static Matcher split(String text) {
        Matcher parts = NUMBER_AND_UNIT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(text);
        }
        return parts;
    }

    private static long bytesIn(String unit) {
        return switch (unit) {
            case "", "B" -> 1;
            case "KiB" -> 1L << 10;
            case "MiB" -> 1L << 20;
            case "GiB" -> 1L << 30;
            case "TiB" -> 1L << 40;
            default -> throw new IllegalArgumentException(unit);
        };
    }

    private static String showSize(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        long number = bytes;
        while (unit < units.length - 1 && number >= 1024 && number % 1024 == 0) {
            number /= 1024;
            unit++;
        }
        return number + units[unit];
    }

    private static long within(long min, long max, long number) {
        if (number < min || number > max) {
            throw new IllegalArgumentException(Long.toString(number));
        }
        return number;
    }

    private static String notBlank(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
