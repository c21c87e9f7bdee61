package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Allocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fuzz target: bodies that are read strictly, with values of every type and objects within lists. */
public final class StrictJsonFuzz {
    private static final int MOST = 4;

    private StrictJsonFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        Allocation.check(input, 256 * 1024, 2048, () -> read(input));
    }

    private static void read(byte[] body) {
        List<@Nullable Object> values = new ArrayList<>();
        try {
            FieldErrors errors = StrictJson.read(body, (name, value) -> field(name, value, values));
            if (!errors.isEmpty()) {
                check(errors.problem());
            }
        } catch (HttpError malformed) {
            assertThat(malformed.status()).isEqualTo(400);
            assertThat(malformed.text()).isNotBlank().hasLineCount(1);
        }
    }

    private static boolean field(String name, StrictJson value, List<@Nullable Object> values) throws IOException {
        assertThat(value.pointer()).startsWith("/");
        switch (name) {
            case "text" -> values.add(value.text(text -> text.length() < MOST, "is too long"));
            case "bool" -> values.add(value.bool());
            case "integer" -> inRange(value.integer(-MOST, MOST));
            case "duration" -> values.add(value.durationMicros(1, 60_000_000));
            case "time" -> values.add(value.timeMicros());
            case "raw" -> valid(value.raw());
            case "list" -> atMost(value.list(MOST, StrictJson::text));
            case "map" -> values.add(value.map(MOST, StrictJson::bool));
            case "object" -> values.add(value.object((inner, held) -> field(inner, held, values)));
            case "apart" -> {
                FieldErrors own = value.objectApart((inner, held) -> field(inner, held, values));
                if (!own.isEmpty()) {
                    check(own.problem());
                }
            }
            case "apart-list" ->
                atMost(value.list(MOST, member -> member.objectApart((inner, held) -> field(inner, held, values))));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void inRange(@Nullable Integer number) {
        if (number != null) {
            assertThat(number).isBetween(-MOST, MOST);
        }
    }

    private static void atMost(@Nullable List<?> list) {
        if (list != null) {
            assertThat(list).hasSizeLessThanOrEqualTo(MOST);
        }
    }

    private static void valid(byte[] json) {
        assertThat(Json.isValid(json))
                .as(new String(json, StandardCharsets.UTF_8))
                .isTrue();
    }

    /** What is wrong is told in one line each, and not without end. */
    private static void check(Problem problem) {
        assertThat(problem.status()).isEqualTo(422);
        assertThat(problem.errors()).isNotEmpty().hasSizeLessThanOrEqualTo(100).allSatisfy(error -> {
            assertThat(error.detail()).isNotBlank();
            assertThat(error.pointer())
                    .satisfiesAnyOf(
                            at -> assertThat(at).isEmpty(), at -> assertThat(at).startsWith("/"));
        });
    }
}
