package dev.reeve.campaign.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reeve.testkit.QlessRequests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * qless in the current form: requests of steps, and expected replies. The first word of a step is the caller's time,
 * in milliseconds relative to the server's.
 */
final class ModelQless implements ModelSide {
    /** Accepts any reply except an error. */
    static final String ANYTHING = "?";

    /** Accepts the words of a reply in any order. */
    static final char ANY_ORDER = '~';

    private final Model model;
    private final ModelNames names;
    private final QlessModel calls;

    ModelQless(Model model, ModelNames names) {
        this.model = model;
        this.names = names;
        this.calls = new QlessModel(model);
    }

    private long now(ModelStep step) {
        return model.now + Long.parseLong(step.words().get(0)) * 1000;
    }

    @Override
    public ModelRequest request(ModelStep step) {
        List<String> words = step.words();
        List<String> args = new ArrayList<>();
        switch (step.verb()) {
            case "put", "requeue" -> {
                args.addAll(List.of(words.get(1), words.get(2), names.id(words.get(3)), "k", words.get(4)));
                args.add(words.get(5));
                option(args, "priority", words.get(6));
                option(args, "tags", list(words.get(7)));
                option(args, "retries", words.get(8));
                option(args, "depends", list(words.get(9)));
            }
            case "complete" -> {
                args.addAll(List.of(names.id(words.get(1)), words.get(2), words.get(3), words.get(4)));
                option(args, "next", words.get(5));
                if (!words.get(5).equals("-")) {
                    args.addAll(List.of("delay", words.get(6)));
                    option(args, "depends", list(words.get(7)));
                }
            }
            case "recur" -> {
                args.addAll(List.of(words.get(1), words.get(2), "k", words.get(3), "interval", words.get(4)));
                args.addAll(List.of(words.get(5), "backlog", words.get(6), "retries", words.get(7)));
            }
            default ->
                words.subList(1, words.size()).stream()
                        .filter(word -> !word.equals("-"))
                        .map(names::id)
                        .forEach(args::add);
        }
        return request(step.verb(), ModelText.seconds(now(step)), args.toArray(String[]::new));
    }

    private String list(String word) {
        return word.equals("-")
                ? word
                : ModelText.list(Arrays.stream(word.split(",")).map(names::id).toList());
    }

    private static void option(List<String> args, String name, String value) {
        if (!value.equals("-")) {
            args.add(name);
            args.add(value);
        }
    }

    static ModelRequest request(String name, String now, String... args) {
        return ModelRequest.of(QlessRequests.call(name, now, args));
    }

    @Override
    public void expect(ModelStep step) {
        List<String> words = new ArrayList<>();
        List<String> given = step.words();
        for (int i = 1; i < given.size(); i++) {
            words.add(
                    given.get(i).contains(",") || given.get(i).startsWith("\"")
                            ? given.get(i)
                            : names.id(given.get(i)));
        }
        model.tell(step.client(), calls.call(step.verb(), now(step), words, names) + "\n");
    }

    /** A reply as text: strings unchanged, numbers after a colon, lists in brackets. */
    static String shown(String resp) {
        StringBuilder text = new StringBuilder();
        int[] at = {0};
        while (at[0] < resp.length()) {
            text.append(value(resp, at)).append('\n');
        }
        return text.toString();
    }

    private static String value(String resp, int[] at) {
        int end = resp.indexOf("\r\n", at[0]);
        String head = resp.substring(at[0], end);
        at[0] = end + 2;
        switch (head.charAt(0)) {
            case '-' -> {
                return "-" + head.substring(1).replace("ERR user_script:1: ", "");
            }
            case '$' -> {
                int length = Integer.parseInt(head.substring(1));
                if (length < 0) {
                    return "nil";
                }
                at[0] += length + 2;
                return resp.substring(at[0] - length - 2, at[0] - 2);
            }
            case '*' -> {
                List<String> values = new ArrayList<>();
                for (int i = Integer.parseInt(head.substring(1)); i > 0; i--) {
                    values.add(value(resp, at));
                }
                return "[" + String.join(",", values) + "]";
            }
            default -> {
                return head;
            }
        }
    }

    static boolean same(String actual, String expected) {
        String told = actual.strip();
        String wanted = expected.strip();
        if (wanted.equals(ANYTHING)) {
            return !told.startsWith("-") && !told.isEmpty();
        }
        if (!wanted.isEmpty() && wanted.charAt(0) == ANY_ORDER) {
            return sorted(told).equals(sorted(wanted.substring(1)));
        }
        if (told.equals(wanted)) {
            return true;
        }
        JsonNode one = ModelText.parse(told);
        return one != null && one.isContainerNode() && one.equals(ModelText.parse(wanted));
    }

    private static List<String> sorted(String text) {
        return Arrays.stream(text.split("[\\[\\]{},:\" ]+")).sorted().toList();
    }
}
