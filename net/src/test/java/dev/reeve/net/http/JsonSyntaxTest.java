package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is passed on as JSON is what the parser of requests takes. */
class JsonSyntaxTest {
    private static final long SEED = 7;
    private static final int MUTATIONS = 20_000;
    private static final String MARKS = "{}[]\",:\\ue+-.0123456789 \t\r\ntrfalsn\u00e4\u20ac/\u0001\u007f";
    private static final List<String> DOCUMENTS = List.of(
            "{\"to\":\"ann\",\"n\":[1,-2.5e+10,true,false,null,{}],\"\\u00e4\":{\"a\":[[]]}}",
            " [ \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\uD83D\" , 0 , -0.0E-1 , { \"a\" : 1 , \"a\" : 2 } ] ",
            "\"\u00e4\u20ac\"",
            "12",
            "null");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "01",
                "-",
                "1.",
                ".5",
                "+1",
                "1e",
                "1 2",
                "nul",
                "nulll",
                "NaN",
                "{",
                "[",
                "]",
                "[1",
                "[1,]",
                "[,1]",
                "[1}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{\"a\":1]",
                "\"",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\u12",
                "\"\t\"",
                "'a'",
                "\uFEFF1",
                "1\u0000",
                "[1]//"
            })
    void what_is_no_JSON_is_not_taken_for_it(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(Json.isValid(bytes)).isFalse();
        assertThat(Json.isValid("[1, \"x\"]".getBytes(StandardCharsets.UTF_8))).isTrue();
    }

    @Test
    void it_goes_as_deep_as_the_parser() {
        for (String pair : List.of("[]", "{}")) {
            String begin = pair.equals("[]") ? "[" : "{\"a\":";
            for (int depth : new int[] {15, 16, 17, 999, 1000, 1001}) {
                String text = begin.repeat(depth) + "1" + pair.substring(1).repeat(depth);
                assertSame(text.getBytes(StandardCharsets.UTF_8));
                assertSame((begin.repeat(depth) + pair + pair.substring(1).repeat(depth))
                        .getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void it_takes_what_the_parser_takes() {
        Random random = new Random(SEED);
        int valid = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            StringBuilder text = new StringBuilder(DOCUMENTS.get(random.nextInt(DOCUMENTS.size())));
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                mutate(text, random);
            }
            valid += assertSame(text.toString().getBytes(StandardCharsets.UTF_8)) ? 1 : 0;
        }
        assertThat(valid).isBetween(MUTATIONS / 20, MUTATIONS * 19 / 20);
    }

    private static void mutate(StringBuilder text, Random random) {
        int at = random.nextInt(text.length() + 1);
        String mark = MARKS.substring(random.nextInt(MARKS.length())).substring(0, 1);
        int kind = random.nextInt(3);
        if (kind == 0 || at == text.length()) {
            text.insert(at, mark);
        } else if (kind == 1) {
            text.deleteCharAt(at);
        } else {
            text.replace(at, at + 1, mark);
        }
    }

    private static boolean assertSame(byte[] bytes) {
        boolean valid = Json.isValid(bytes);
        assertThat(valid)
                .as("seed %s: %s", SEED, new String(bytes, StandardCharsets.UTF_8))
                .isEqualTo(ParsedJson.isOneValue(bytes));
        return valid;
    }
}
