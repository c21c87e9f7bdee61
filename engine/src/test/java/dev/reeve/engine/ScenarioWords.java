package dev.reeve.engine;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.job.Backoff;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Keep;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.Rate;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The words of a line of a {@link Scenario}: first what to do, then to what, then flags and options {@code name=value}. */
final class ScenarioWords {
    static final long START_MICROS = 1_000_000_000_000L;

    private final String[] words;

    ScenarioWords(String[] words) {
        this.words = words.clone();
    }

    String first() {
        return words[0];
    }

    String get(int word) {
        if (word >= words.length) {
            throw new IllegalArgumentException("too short: " + this);
        }
        return words[word];
    }

    /** The words after the first. */
    List<String> rest() {
        return List.of(words).subList(1, words.length);
    }

    /** The word at that place; null if there is none, or an option. */
    @Nullable
    String plain(int word) {
        return word < words.length && !words[word].contains("=") ? words[word] : null;
    }

    List<String> list(int word) {
        return List.of(get(word).split(","));
    }

    boolean has(String flag) {
        return Arrays.asList(words).contains(flag);
    }

    @Nullable
    String option(String name) {
        return Arrays.stream(words)
                .filter(word -> word.startsWith(name + "="))
                .map(word -> word.substring(name.length() + 1))
                .findFirst()
                .orElse(null);
    }

    String option(String name, String otherwise) {
        String value = option(name);
        return value == null ? otherwise : value;
    }

    /** The elements of an option's value; none if it is empty, null if the option is not given. */
    @Nullable
    List<String> options(String name) {
        String value = option(name);
        return value == null ? null : value.isEmpty() ? List.of() : List.of(value.split(","));
    }

    long number(String name, long otherwise) {
        String value = option(name);
        return value == null ? otherwise : Long.parseLong(value);
    }

    long time(String name, long otherwise) {
        String value = option(name);
        return value == null ? otherwise : micros(value);
    }

    @Nullable
    Long timeOrNull(String name) {
        return option(name) == null ? null : time(name, 0);
    }

    @Nullable
    Long numberOrNull(String name) {
        return option(name) == null ? null : number(name, 0);
    }

    /** The limit that max, rate, burst and ordered tell; null if they do not. */
    @Nullable
    Limit limitOrNull() {
        return option("max") == null && option("rate") == null && !has("ordered") ? null : limit();
    }

    /** As in {@code max=2 rate=10/1s burst=3 ordered}. */
    Limit limit() {
        String rate = option("rate");
        return new Limit(
                (int) number("max", 0),
                rate == null
                        ? null
                        : new Rate(
                                Long.parseLong(rate.substring(0, rate.indexOf('/'))),
                                micros(rate.substring(rate.indexOf('/') + 1)),
                                number("burst", 1)),
                has("ordered"));
    }

    byte[] bytes(int word) {
        return utf8(get(word));
    }

    byte @Nullable [] bytes(String name) {
        String value = option(name);
        return value == null ? null : utf8(value);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    JobRef ref() {
        return ref(get(1));
    }

    List<JobRef> refs() {
        return list(1).stream().map(ScenarioWords::ref).toList();
    }

    private static JobRef ref(String word) {
        return word.startsWith("#") ? JobRef.of(Long.parseLong(word.substring(1))) : JobRef.of(JobId.of(word));
    }

    JobId id() {
        return JobId.of(get(1));
    }

    static List<JobId> ids(@Nullable List<String> names) {
        return names == null ? List.of() : names.stream().map(JobId::of).toList();
    }

    Claim claim() {
        String worker = option("by");
        if (option("lease") != null) {
            return Claim.ofRepeatable(number("lease", 0));
        }
        if (option("token") != null) {
            return Claim.ofToken(number("token", 0));
        }
        return worker == null ? Claim.NONE : Claim.ofWorker(worker);
    }

    /** The claim or, without one, that the job is leased by anybody. */
    Claim claimOfLease() {
        Claim claim = claim();
        return claim.equals(Claim.NONE) ? Claim.ANY_LEASE : claim;
    }

    /** The caller's clock; null if the line says no {@code now=}. */
    @Nullable
    CallerClock clock() {
        if (option("now") == null) {
            return null;
        }
        String dialect = option("dialect", "current").toUpperCase(Locale.ROOT);
        return new CallerClock(moment("now"), QlessDialect.valueOf(dialect));
    }

    CallerClock requiredClock() {
        CallerClock clock = clock();
        if (clock == null) {
            throw new IllegalArgumentException("needs now=TIME: " + this);
        }
        return clock;
    }

    /** An option that tells a moment, as the time since the scenario's start. */
    long moment(String name) {
        String value = option(name);
        if (value == null) {
            throw new IllegalArgumentException("needs " + name + "=TIME: " + this);
        }
        return DeadlineHeap.after(START_MICROS, micros(value));
    }

    /** Whether the reply tells all: it does if the line says what to do with an existing job, or with one that failed. */
    boolean tellsAll() {
        return option("existing") != null
                || option("unique") != null
                || option("error") != null
                || option("retry") != null;
    }

    Terms terms() {
        String rule = option("rule", "attempts");
        return new TermsBuilder()
                .lease(time("ttr", 10_000_000))
                .heartbeat(time("heartbeat", 0))
                .ttl(time("ttl", Terms.FOREVER))
                .keep(keep())
                .waitFor(time("wait", Terms.BACKGROUND))
                .rule(RetryPolicy.Rule.valueOf(rule.toUpperCase(Locale.ROOT)))
                .maxAttempts((int) number("attempts", 0))
                .maxFails((int) number("fails", 0))
                .retries((int) number("retries", 0))
                .backoff(backoff(), (int) number("lapses", 0))
                .build();
    }

    /** One time for every end, or those for completed, failed and cancelled jobs. */
    private Keep keep() {
        List<String> times = options("keep");
        if (times == null) {
            return Keep.of(Terms.FOREVER);
        }
        return times.size() == 1
                ? Keep.of(micros(times.get(0)))
                : new Keep(micros(times.get(0)), micros(times.get(1)), micros(times.get(2)));
    }

    /** The delays of a list, or the first and the largest one. */
    Backoff backoff() {
        List<String> ends = options("backoff");
        if (ends != null) {
            return new Backoff(micros(ends.get(0)), micros(ends.get(1)));
        }
        return delays().isEmpty() ? Backoff.NONE : new Backoff(delays());
    }

    List<Long> delays() {
        List<String> delays = options("delays");
        return delays == null
                ? List.of()
                : delays.stream().map(ScenarioWords::micros).toList();
    }

    static long micros(String text) {
        if (text.equals("forever")) {
            return Terms.FOREVER;
        }
        int digits = 0;
        while (digits < text.length() && !Character.isLetter(text.charAt(digits))) {
            digits++;
        }
        long unit = switch (text.substring(digits)) {
            case "us" -> 1L;
            case "ms" -> 1_000L;
            case "s" -> 1_000_000L;
            case "m" -> 60_000_000L;
            case "h" -> 3_600_000_000L;
            case "d" -> 86_400_000_000L;
            default -> throw new IllegalArgumentException("no time: " + text);
        };
        return unit * Long.parseLong(text.substring(0, digits));
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}
