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
            if (event.type() == HistoryEvent.Type.ADDED) {
                stage = new LinkedHashMap<>();
                stages.add(stage);
                stage.put("q", String.valueOf(event.about()));
            }
            note(event, stage);
        }
        json.value(stages);
    }

    private static void note(HistoryEvent event, Map<String, Object> stage) {
        double when = Math.floorDiv(event.whenMicros(), 1_000_000L);
        switch (event.type()) {
            case ADDED, COMPLETED, FAILED -> stage.put(JobJson.what(event), when);
            case LEASED -> {
                stage.put("popped", when);
                stage.put("worker", String.valueOf(event.worker()));
            }
            case TIMED_OUT, LOGGED -> {}
        }
    }
}
