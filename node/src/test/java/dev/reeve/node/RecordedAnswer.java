package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Rejection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Records the reply to a command or query that has to succeed. */
public final class RecordedAnswer<R> implements Completion<R> {
    private @Nullable R value;

    @Override
    public void reply(R told) {
        assertThat(value).as("what was told before").isNull();
        value = told;
    }

    @Override
    public void refused(Rejection why) {
        throw new AssertionError(why);
    }

    @Override
    public void outcomeUnknown() {
        throw new AssertionError();
    }

    public boolean isThere() {
        return value != null;
    }

    public R value() {
        return Objects.requireNonNull(value, "the answer");
    }
}
