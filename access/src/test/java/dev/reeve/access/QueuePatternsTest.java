package dev.reeve.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueuePatternsTest {
    @ParameterizedTest
    @CsvSource({
        "mail, mail, true",
        "mail, mails, false",
        "mail*, mail, true",
        "mail*, mail.internal, true",
        "mail* !mail.internal, mail.internal, false",
        "mail* !mail.internal, mail.internal2, true",
        "!mail.*, sms, true",
        "!mail.*, mail.a, false",
        "*, anything, true",
        "a*b*c, aXbYc, true",
        "a*b*c, aXbY, false",
        "*.eu, mail.eu, true",
        "a sms, sms, true",
        "a**, a, true",
        "a.b, aXb, false",
    })
    void a_queue_matches_if_a_pattern_does_and_no_exclusion_does(String patterns, String queue, boolean matches) {
        assertThat(QueuePatterns.of(List.of(patterns.split(" "))).matches(queue))
                .isEqualTo(matches);
    }

    @Test
    void only_patterns_without_a_gap_match_everything() {
        assertThat(QueuePatterns.of(List.of()).matchesAll()).isTrue();
        assertThat(QueuePatterns.of(List.of("a", "*")).matchesAll()).isTrue();
        assertThat(QueuePatterns.of(List.of("a*")).matchesAll()).isFalse();
        assertThat(QueuePatterns.of(List.of("*", "!a")).matchesAll()).isFalse();
        assertThat(QueuePatterns.of(List.of("!a")).matchesAll()).isFalse();
    }

    @Test
    void a_hostile_pattern_takes_no_time() {
        String stars = "*a".repeat(100);
        assertThat(QueuePatterns.of(List.of(stars + "b")).matches("a".repeat(255)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "!", "!!a", "a b", "a,b", "a\tb", "a\"b", "a\\b"})
    void anything_else_is_not_a_pattern(String pattern) {
        assertThatThrownBy(() -> QueuePatterns.of(List.of(pattern)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a pattern of queues");
    }

    @Test
    void patterns_are_limited() {
        assertThatThrownBy(() -> QueuePatterns.of(Collections.nCopies(101, "a")))
                .hasMessage("at most 100 patterns are allowed");
        assertThatThrownBy(() -> QueuePatterns.of(List.of("a".repeat(257))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
