package dev.reeve.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The format of a setting's value. The parser throws IllegalArgumentException or ArithmeticException on invalid text.
 *
 * @param expected the valid values, for error messages and documentation
 */
public record SettingType<T>(String expected, Form form, Function<String, T> parser) {
    /** How a value is written in a config file. */
    public enum Form {
        /** A number, a boolean, or a text in quotes. */
        ANY,
        /** A text in quotes. */
        TEXT,
        /** A list of texts in quotes. */
        LIST,
        /** As {@link #ANY}, but never shown. */
        SECRET
    }

    private static final String DURATION_EXAMPLES = "30s, 5m or 1h 15m";
    private static final List<String> SIZE_UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
    private static final Pattern SIZE = Pattern.compile("(\\d+)\\s*([A-Za-z]*)");

    public static final SettingType<Port> PORT = new SettingType<>(
            "a port from 0 (any free one) to 65535, or off",
            Form.ANY,
            text -> text.equals("off") ? Port.OFF : new Port((int) within(0, 65535, Long.parseLong(text))));

    public static final SettingType<Path> FOLDER =
            new SettingType<>("the path of a folder", Form.TEXT, text -> Path.of(notBlank(text)));

    /** A file, or none. */
    public static final SettingType<Optional<Path>> FILE = new SettingType<>(
            "the path of a file, or off",
            Form.TEXT,
            text -> text.equals("off") ? Optional.empty() : Optional.of(Path.of(notBlank(text))));

    public static final SettingType<InetAddress> ADDRESS =
            new SettingType<>("an address of this machine", Form.TEXT, text -> {
                try {
                    return InetAddress.getByName(notBlank(text));
                } catch (UnknownHostException e) {
                    throw new IllegalArgumentException(e);
                }
            });

    public static final SettingType<Boolean> BOOL = new SettingType<>("true or false", Form.ANY, text -> switch (text) {
        case "true" -> true;
        case "false" -> false;
        default -> throw new IllegalArgumentException(text);
    });

    public static final SettingType<Duration> DURATION =
            new SettingType<>("a duration such as " + DURATION_EXAMPLES, Form.ANY, SettingType::duration);

    public static final SettingType<Duration> DURATION_ABOVE_ZERO =
            new SettingType<>("a duration above zero such as " + DURATION_EXAMPLES, Form.ANY, text -> {
                Duration duration = duration(text);
                if (duration.isZero()) {
                    throw new IllegalArgumentException(text);
                }
                return duration;
            });

    public static final SettingType<List<Duration>> DURATIONS =
            listOf("a list of durations such as [\"10s\", \"1m\"]", SettingType::duration);

    /** A fraction, parsed to a number above 0 and up to 1. */
    public static final SettingType<Double> SHARE = new SettingType<>(
            "a share above zero and up to 100%, such as 70% or 0.7",
            Form.ANY, text -> {
                double share = text.endsWith("%")
                        ? Double.parseDouble(between("", text, "%")) / 100
                        : Double.parseDouble(text);
                if (!(share > 0 && share <= 1)) {
                    throw new IllegalArgumentException(text);
                }
                return share;
            });

    /** A list, written as texts in quotes. */
    public static <T> SettingType<List<T>> listOf(String expected, Function<String, T> element) {
        return new SettingType<>(expected, Form.LIST, text -> {
            String list = between("[", text, "]");
            return list.isBlank()
                    ? List.of()
                    : Arrays.stream(list.split(",", -1))
                            .map(part -> element.apply(between("\"", part.strip(), "\"")))
                            .toList();
        });
    }

    public static <E extends Enum<E>> SettingType<E> oneOf(Class<E> choices) {
        String names = Arrays.stream(choices.getEnumConstants())
                .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return new SettingType<>("one of " + names, Form.ANY, text -> {
            if (!text.equals(text.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(text);
            }
            return Enum.valueOf(choices, text.toUpperCase(Locale.ROOT));
        });
    }

    public static SettingType<Integer> integer(int min, int max) {
        return new SettingType<>("a whole number from %d to %d".formatted(min, max), Form.ANY, text ->
                (int) within(min, max, Long.parseLong(text)));
    }

    /** A number of bytes. The limits are written as in a config file. */
    public static SettingType<Long> size(String min, String max) {
        long minBytes = bytes(min);
        long maxBytes = bytes(max);
        return new SettingType<>(
                "a size from %s to %s such as 512KiB, 64MiB or 1GiB".formatted(min, max),
                Form.ANY,
                text -> within(minBytes, maxBytes, bytes(text)));
    }

    private static long bytes(String text) {
        Matcher parts = SIZE.matcher(text);
        int unit = parts.matches() ? SIZE_UNITS.indexOf(parts.group(2).isEmpty() ? "B" : parts.group(2)) : -1;
        if (unit < 0) {
            throw new IllegalArgumentException(text);
        }
        return Math.multiplyExact(Long.parseLong(parts.group(1)), 1L << (10 * unit));
    }

    private static Duration duration(String text) {
        return Duration.of(Durations.parseMicros(text), ChronoUnit.MICROS);
    }

    private static String between(String start, String text, String end) {
        if (text.length() < start.length() + end.length() || !text.startsWith(start) || !text.endsWith(end)) {
            throw new IllegalArgumentException(text);
        }
        return text.substring(start.length(), text.length() - end.length());
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
