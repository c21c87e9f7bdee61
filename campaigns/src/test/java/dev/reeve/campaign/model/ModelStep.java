package dev.reeve.campaign.model;

import java.util.List;
import java.util.Set;

/**
 * One step of a run, as a line of words: client, verb and arguments. A client's name is the letter of its door and a number.
 * The names of jobs mean the same in every run, see {@link ModelNames}.
 */
record ModelStep(String client, String verb, List<String> words) {
    private static final Set<String> LOOKS = Set.of(
            "show",
            "get",
            "status",
            "output",
            "queues",
            "info",
            "size",
            "job_ids",
            "get-queue",
            "multiget",
            "length",
            "failed",
            "jobs",
            "recur.get",
            "stats",
            "config.get",
            "connect");

    ModelStep {
        words = List.copyOf(words);
    }

    static ModelStep of(Object... line) {
        return read(String.join(" ", List.of(line).stream().map(String::valueOf).toList()));
    }

    static ModelStep read(String line) {
        List<String> words = List.of(line.strip().split(" +"));
        return new ModelStep(words.get(0), words.get(1), words.subList(2, words.size()));
    }

    /** Whether the step is a query. */
    boolean onlyLooks() {
        return verb.startsWith("inspect") || LOOKS.contains(verb);
    }

    char door() {
        return client.charAt(0);
    }

    @Override
    public String toString() {
        return (client + " " + verb + " " + String.join(" ", words)).strip();
    }
}
