package dev.reeve.door.qless.call;

import dev.reeve.engine.job.HistoryEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Encodes a job's history for clients of 2012: one entry per put, with the events that followed it. */
final class StageHistory {
    private StageHistory() {}

    static void write(List<HistoryEvent> events, CjsonWriter json) {
        List<Object> stages = new ArrayList<>();
        Map<String, Object> stage = new LinkedHashMap<>();
        for (HistoryEvent event : events) {
            if (event.what().equals(HistoryEvent.PUT) && event.data() == null) {
                stage = new LinkedHashMap<>();
                stages.add(stage);
                stage.put("q", String.valueOf(event.queue()));
            }
            note(event, stage);
        }
        json.value(stages);
    }

    private static void note(HistoryEvent event, Map<String, Object> stage) {
        double when = Math.floorDiv(event.whenMicros(), 1_000_000L);
        switch (event.what()) {
            case HistoryEvent.PUT, HistoryEvent.DONE -> stage.put(event.what(), when);
            case HistoryEvent.POPPED -> {
                stage.put("popped", when);
                stage.put("worker", String.valueOf(event.worker()));
            }
            case HistoryEvent.FAILED -> stage.put("failed", when);
            default -> {}
        }
    }
}
