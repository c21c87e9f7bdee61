package dev.reeve.door.qless.call;

import dev.reeve.door.qless.QlessSettings;
import dev.reeve.engine.job.JobId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments of a call, in the order of the current form. Missing arguments are null. */
final class Arguments {
    private static final int MOST_BYTES_A_CHAR = 3;

    private final List<byte @Nullable []> values;
    private final QlessSettings limits;

    Arguments(List<? extends byte @Nullable []> values, QlessSettings limits) {
        this.values = new ArrayList<>(values);
        this.limits = limits;
    }

    int size() {
        return values.size();
    }

    byte @Nullable [] bytes(int index) {
        return index < values.size() ? values.get(index) : null;
    }

    @Nullable
    String text(int index) {
        byte[] bytes = bytes(index);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    String text(int index, String error) {
        String text = text(index);
        if (text == null) {
            throw new BadCall(error);
        }
        return text;
    }

    /** A name that the call may create; it is validated. */
    String name(int index, String error) {
        return checked(text(index, error));
    }

    JobId id(int index, String error) {
        return JobId.of(text(index, error));
    }

    JobId newId(int index, String error) {
        return JobId.of(name(index, error));
    }

    String checked(String name) {
        if (name.isEmpty() || !fits(name) || !isPrintable(name)) {
            throw new BadCall(
                    "Names are 1 to " + limits.longestNameBytes() + " bytes of text without control characters");
        }
        return name;
    }

    private boolean fits(String name) {
        return name.length() <= limits.longestNameBytes() / MOST_BYTES_A_CHAR
                || name.getBytes(StandardCharsets.UTF_8).length <= limits.longestNameBytes();
    }

    private static boolean isPrintable(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isISOControl(c) || c == 0xFFFD) {
                return false;
            }
        }
        return true;
    }

    /** The data of a job: JSON other than false. */
    byte[] data(int index, String error) {
        return PutCalls.json(dataOrNull(index), error);
    }

    /** The data of a job, with its length checked; null if it is missing. */
    byte @Nullable [] dataOrNull(int index) {
        byte[] data = bytes(index);
        if (data != null && data.length > limits.mostPayloadBytes()) {
            throw new BadCall("The data of a job is at most " + limits.mostPayloadBytes() + " bytes long");
        }
        return data;
    }

    List<String> texts(int from) {
        List<String> texts = new ArrayList<>();
        for (int i = from; i < values.size(); i++) {
            texts.add(text(i, "missing"));
        }
        return texts;
    }

    List<JobId> ids(int from) {
        return texts(from).stream().map(JobId::of).toList();
    }

    /** A required number. The error text is followed by the actual value. */
    double number(int index, String error) {
        return number(text(index), error);
    }

    static double number(@Nullable String text, String error) {
        Double number = LuaNumber.parse(text);
        if (number == null) {
            throw new BadCall(error + (text == null ? "nil" : text));
        }
        return number;
    }

    double number(int index, double defaultValue, String error) {
        return index < values.size() ? number(index, error) : defaultValue;
    }

    /** A count; a negative number means all. */
    int count(int index, double defaultValue, String error) {
        double count = number(index, defaultValue, error);
        return count < 0 ? Integer.MAX_VALUE : (int) count;
    }

    long offset(int index, String error) {
        return Math.max(0, (long) number(index, 0, error));
    }

    /** Alternating names and values from this index on; for repeated names the last value counts. */
    Map<String, byte @Nullable []> options(int from) {
        Map<String, byte @Nullable []> options = new LinkedHashMap<>();
        for (int i = from; i < values.size(); i += 2) {
            options.put(text(i, "missing"), bytes(i + 1));
        }
        return options;
    }

    void requireEven(int from) {
        if (Math.max(0, size() - from) % 2 == 1) {
            throw new BadCall("Odd number of additional args: table: 0x0");
        }
    }
}
