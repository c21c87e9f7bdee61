package dev.reeve.engine.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A text is found wherever it is, in pieces of any size, and no text takes long to look for. */
class TextMatchTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void it_finds_what_a_naive_search_finds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            String wanted = random(random, 1 + random.nextInt(6));
            String text = random(random, random.nextInt(30));
            TextMatch match = new TextMatch(wanted);
            TextMatch.Scan scan = new TextMatch.Scan(bytes(text));
            int piece = 1 + random.nextInt(5);
            int pieces = 1;
            while (!match.scan(scan, piece)) {
                pieces++;
            }
            boolean expected = text.toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT));
            assertThat(scan.found()).as(wanted + " in " + text).isEqualTo(expected);
            assertThat(pieces).isLessThanOrEqualTo(bytes(text).length / piece + 1);
            found += expected ? 1 : 0;
        }
        assertThat(found).isBetween(2_000, 18_000);
    }

    /** Few letters, so that beginnings of the text are frequent. */
    private static String random(SplittableRandom random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append("aAbü".charAt(random.nextInt(4)));
        }
        return text.toString();
    }

    @Test
    void only_the_letters_from_a_to_z_match_in_either_case() {
        assertThat(isFound("Ä", "ä")).isFalse();
        assertThat(isFound("[", "{")).isFalse();
        assertThat(isFound("@", "`")).isFalse();
        assertThat(isFound("aZ", "xAz")).isTrue();
        assertThat(isFound("", "")).isTrue();
    }

    private static boolean isFound(String wanted, String text) {
        TextMatch.Scan scan = new TextMatch.Scan(bytes(text));
        return new TextMatch(wanted).scan(scan, Integer.MAX_VALUE) && scan.found();
    }

    /** A comparison at each place would take a minute. */
    @Test
    void a_text_that_nearly_matches_everywhere_takes_no_longer() {
        TextMatch match = new TextMatch("a".repeat(8_000) + "b");
        TextMatch.Scan scan = new TextMatch.Scan(bytes("a".repeat(1 << 24)));
        boolean known = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> match.scan(scan, Integer.MAX_VALUE));
        assertThat(known).isTrue();
        assertThat(scan.found()).isFalse();
    }
}
