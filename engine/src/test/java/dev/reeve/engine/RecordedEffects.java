package dev.reeve.engine;

import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.QlessEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes down what an engine tells, one line each: {@code ready mail}, {@code 7 COMPLETED result}. */
public final class RecordedEffects implements Effects {
    private final List<String> lines = new ArrayList<>();
    private final Function<QlessEvent, String> eventText;

    public RecordedEffects() {
        this(QlessEvent::toString);
    }

    /** Writes qless events in words of its own. */
    RecordedEffects(Function<QlessEvent, String> eventText) {
        this.eventText = eventText;
    }

    @Override
    public void becameReady(String queue) {
        lines.add("ready " + queue);
    }

    @Override
    public void ended(long number, JobId id, EndReason how, byte @Nullable [] result, @Nullable JobError error) {
        String text = result == null ? "" : result.length == 0 ? " (empty)" : " " + text(result);
        lines.add(id + " " + how + text + (error == null ? "" : " (" + error.type() + ")"));
    }

    @Override
    public boolean wantsQlessEvents() {
        return true;
    }

    @Override
    public void qlessEvent(QlessEvent event) {
        lines.add(eventText.apply(event));
    }

    /** What was told since the last call. */
    public List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
