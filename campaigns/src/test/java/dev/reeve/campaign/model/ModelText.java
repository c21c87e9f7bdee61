package dev.reeve.campaign.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** JSON encoding of values. */
final class ModelText {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final MathContext LUA_DIGITS = new MathContext(14);

    private ModelText() {}

    /** Bytes as shown by the JSON doors. */
    static String json(String payload) {
        return parse(payload) == null ? quoted(payload) : payload;
    }

    static @Nullable JsonNode parse(String text) {
        try {
            JsonNode node = JSON.readTree(text);
            return node == null || node.isMissingNode() ? null : node;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    static String moment(long micros) {
        return quoted(MOMENT.format(Instant.ofEpochSecond(
                Math.floorDiv(micros, Model.SECOND), Math.floorMod(micros, Model.SECOND) * 1000)));
    }

    static String momentOrNull(long micros) {
        return micros == 0 || micros == Model.FOREVER ? "null" : moment(micros);
    }

    static String list(List<String> texts) {
        return "[" + String.join(",", texts.stream().map(ModelText::quoted).toList()) + "]";
    }

    /** A list as a Lua table: an empty list is an object. */
    static String table(List<String> texts) {
        return texts.isEmpty() ? "{}" : list(texts);
    }

    /** Seconds in the number format of Lua. */
    static String seconds(long micros) {
        BigDecimal seconds = BigDecimal.valueOf(micros, 6).round(LUA_DIGITS).stripTrailingZeros();
        return seconds.signum() == 0 ? "0" : seconds.toPlainString();
    }

    /** The first group of the first match, or nothing. */
    static String part(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        return found.find() ? found.group(1) : "";
    }

    /** The durations that scripts use: whole seconds, or milliseconds. */
    static long duration(String text) {
        return text.endsWith("ms")
                ? Long.parseLong(text.substring(0, text.length() - 2)) * 1000
                : Long.parseLong(text.substring(0, text.length() - 1)) * Model.SECOND;
    }

    static String duration(long micros) {
        if (micros == 0 || micros == Model.FOREVER) {
            return "0s";
        }
        StringBuilder text = new StringBuilder();
        long[] counts = {
            micros / (3600 * Model.SECOND),
            micros / (60 * Model.SECOND) % 60,
            micros / Model.SECOND % 60,
            micros / 1000 % 1000,
            micros % 1000
        };
        String[] units = {"h", "m", "s", "ms", "us"};
        for (int i = 0; i < units.length; i++) {
            if (counts[i] > 0) {
                text.append(text.isEmpty() ? "" : " ").append(counts[i]).append(units[i]);
            }
        }
        return text.toString();
    }
}
