package dev.reeve.net.http;

import dev.reeve.net.http.Problem.FieldError;
import java.util.ArrayList;
import java.util.List;

/** All that is wrong with the fields and parameters of a request. Those beyond a limit are not listed. */
public final class FieldErrors {
    private static final int MOST = 100;

    private final List<FieldError> all = new ArrayList<>(0);

    public void add(String pointer, String detail) {
        if (all.size() < MOST) {
            all.add(new FieldError(pointer, detail));
        }
    }

    /** Notes that a field is not there, unless it is there and wrong. */
    public void missing(String pointer) {
        if (all.stream().noneMatch(error -> error.pointer().equals(pointer))) {
            add(pointer, "is required");
        }
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public Problem problem() {
        return Problem.invalid(all);
    }

    public void throwIfAny() throws HttpError {
        if (!all.isEmpty()) {
            throw problem().error();
        }
    }
}
