package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Allocation;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Fuzz target: request bodies, payloads shown as JSON, paths and queries. */
public final class HttpJsonFuzz {
    private HttpJsonFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        // About 40 for each byte; Jazzer adds ten times that where a pattern is matched against text.
        Allocation.check(input, 128 * 1024, 1024, () -> fields(input));
        syntax(input);
        raw(input);
        shown(input);
        address(new String(input, StandardCharsets.ISO_8859_1));
    }

    /** Reads fields of every type. */
    private static void fields(byte[] body) {
        List<Object> read = new ArrayList<>();
        try {
            JsonFields.read(body, (name, value) -> read.add(field(name, value)));
        } catch (HttpError refusal) {
            require(refusal);
        }
    }

    private static Object field(String name, JsonValue value) throws IOException, HttpError {
        return switch (name) {
            case "timeout", "heartbeat_timeout", "expires_after" -> value.durationMicros();
            case "retries" -> value.integer(0, Integer.MAX_VALUE);
            case "retry_delays" -> value.list(JsonValue::durationMicros);
            case "tags" -> value.list(JsonValue::text);
            case "input", "output" -> valid(value.raw());
            case "status" -> value.isNull() ? "" : value.text();
            default -> name;
        };
    }

    private static byte[] valid(byte[] json) {
        assertThat(Json.isValid(json))
                .as(new String(json, StandardCharsets.UTF_8))
                .isTrue();
        return json;
    }

    /** Payloads are checked without the parser, and must be what the parser takes. */
    private static void syntax(byte[] input) {
        boolean hasMark = input.length > 0 && isMark(input, 0);
        assertThat(Json.isValid(input))
                .as(new String(input, StandardCharsets.UTF_8))
                .isEqualTo(!hasMark && Json.isText(input) && ParsedJson.isOneValue(input));
    }

    private static void raw(byte[] body) {
        try {
            byte[] value = valid(JsonFields.readRaw(body));
            assertThat(written(value)).isEqualTo(value);
        } catch (HttpError refusal) {
            require(refusal);
        }
    }

    private static byte[] written(byte[] payload) {
        return ByteBufUtil.getBytes(Json.encode(new JsonBytes(payload)::write, UnpooledByteBufAllocator.DEFAULT));
    }

    private static void shown(byte[] payload) throws HttpError {
        byte[] json = valid(written(payload));
        assertThat(JsonFields.readRaw(json)).isEqualTo(strip(json));
    }

    /** A payload that is JSON keeps its surrounding whitespace. */
    private static byte[] strip(byte[] json) {
        int from = 0;
        int to = json.length;
        while (isBlank(json[from]) || isMark(json, from)) {
            from += isBlank(json[from]) ? 1 : 3;
        }
        while (isBlank(json[to - 1])) {
            to--;
        }
        return Arrays.copyOfRange(json, from, to);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    private static boolean isMark(byte[] json, int at) {
        return at + 2 < json.length
                && json[at] == (byte) 0xEF
                && json[at + 1] == (byte) 0xBB
                && json[at + 2] == (byte) 0xBF;
    }

    private static void address(String text) {
        for (String name : List.of("wait", "")) {
            try {
                PercentCode.parameter("?" + text, name);
            } catch (HttpError refusal) {
                require(refusal);
            }
        }
        try {
            String decoded = PercentCode.decode(text, false);
            assertThat(Json.isUtf8(decoded.getBytes(StandardCharsets.UTF_8))).isTrue();
        } catch (HttpError refusal) {
            require(refusal);
        }
    }

    private static void require(HttpError refusal) {
        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.text()).isNotBlank().hasLineCount(1);
    }
}
