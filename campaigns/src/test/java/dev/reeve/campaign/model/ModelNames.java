package dev.reeve.campaign.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of jobs in scripts: {@code u3} is a job with a UUID from the script, {@code j3} is a qless name, {@code x3} is the
 * job whose id the server generated in the step with this label.
 */
final class ModelNames {
    private static final long NO_SUCH_NUMBER = 1_000_000;
    private static final String NO_SUCH_ID = "ffffffff-ffff-4fff-8fff-";

    private final Model model;
    private final Map<String, String> labels = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, List<Long>> tokens = new HashMap<>();

    ModelNames(Model model) {
        this.model = model;
    }

    void label(String label, String id) {
        labels.put(label, id);
    }

    /** The name of the job in scripts, if it has one. */
    @Nullable
    String name(String id) {
        if (id.startsWith("00000000-0000-4000-8000-")) {
            return "u" + Integer.parseInt(id.substring(24));
        }
        if (!isUuid(id)) {
            return id;
        }
        return labels.entrySet().stream()
                .filter(entry -> entry.getValue().equals(id))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    String id(String name) {
        if (name.length() < 2 || !Character.isDigit(name.charAt(1))) {
            return name;
        }
        if (name.startsWith("u")) {
            return "00000000-0000-4000-8000-%012d".formatted(Integer.parseInt(name.substring(1)));
        }
        if (name.startsWith("x")) {
            String id = labels.get(name);
            return id == null ? NO_SUCH_ID + "%012d".formatted(Integer.parseInt(name.substring(1))) : id;
        }
        return name;
    }

    /** The number of the job, or of the last job with this name. */
    long number(String name) {
        ModelJob job = model.find(id(name));
        if (job != null) {
            numbers.put(name, job.number);
        }
        return numbers.getOrDefault(name, NO_SUCH_NUMBER);
    }

    static boolean isUuid(String id) {
        return id.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    }

    /** Records a lease token that the server has sent. */
    void told(String id, long token) {
        tokens.computeIfAbsent(id, any -> new ArrayList<>()).add(token);
    }

    /** A token for the job: the last or the first one that the server sent, or an unknown one. */
    String token(String id, String which) {
        List<Long> known = tokens.getOrDefault(id, List.of());
        if (known.isEmpty() || which.equals("wrong")) {
            return "999999999";
        }
        return Long.toString(known.get(which.equals("last") ? known.size() - 1 : 0));
    }
}
