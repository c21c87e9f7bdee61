package dev.reeve.server.cli.remote;

import dev.reeve.client.JsonObject;
import dev.reeve.client.ReeveException;
import dev.reeve.client.ReeveException.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What the server refused, in the words of the command line: a field of the request is called by the option or argument that it came
 * from, and else by its name.
 */
final class RefusalText {
    /** Objects and lists around what a user gave. */
    private static final Set<String> AROUND = Set.of("filter", "jobs");
    /** Options that say nothing about the request. */
    private static final Set<String> OF_THE_SERVER = Set.of("--url", "--context", "--output");

    private RefusalText() {}

    static String of(ReeveException refusal, CommandSpec command) {
        return of(String.valueOf(refusal.getMessage()), refusal.errors(), command);
    }

    /** @param problem as it stands in the answer to a request for many jobs */
    static String of(JsonObject problem, CommandSpec command) {
        List<FieldError> errors = problem.objects("errors").stream()
                .map(error -> new FieldError(error.text("pointer"), error.text("detail")))
                .toList();
        return of(problem.text("detail"), errors, command);
    }

    private static String of(String message, List<FieldError> errors, CommandSpec command) {
        return errors.isEmpty()
                ? message
                : errors.stream().map(error -> of(error, command)).collect(Collectors.joining("; "));
    }

    private static String of(FieldError error, CommandSpec command) {
        String name = name(error.pointer(), command);
        if (name.isEmpty()) {
            return error.detail();
        }
        return name + (error.detail().startsWith("is ") ? " " : ": ") + error.detail();
    }

    /** @param pointer a JSON pointer, or a question mark and the name of a parameter */
    private static String name(String pointer, CommandSpec command) {
        List<String> parts = new ArrayList<>();
        for (String part : pointer.split("[/?]", -1)) {
            if (!part.isEmpty() && !part.matches("[0-9]+") && !(parts.isEmpty() && AROUND.contains(part))) {
                parts.add(part.replace("~1", "/").replace("~0", "~"));
            }
        }
        for (String part : parts) {
            String argument = argument(part, command);
            if (argument != null) {
                return argument;
            }
        }
        return String.join(".", parts);
    }

    private static @Nullable String argument(String field, CommandSpec command) {
        String option = "--" + (field.equals("run_at") ? "at" : field.replace('_', '-'));
        for (String name : List.of(option, option.replaceFirst("s$", ""))) {
            if (command.optionsMap().containsKey(name) && !OF_THE_SERVER.contains(name)) {
                return name;
            }
        }
        return command.positionalParameters().stream()
                .map(parameter -> parameter.paramLabel())
                .filter(label -> label.equalsIgnoreCase(field))
                .findFirst()
                .orElse(null);
    }
}
