package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;
import dev.reeve.engine.qless.DayStats;
import dev.reeve.engine.qless.DurationStatistics;

/** Encodes the statistics of a queue for one day. */
final class StatsJson {
    private StatsJson() {}

    /** @param bothNames whether to add the documented fields total and variance to count and std, which programs use */
    static Resp of(DayStats stats, boolean bothNames) {
        CjsonWriter json = new CjsonWriter();
        json.open();
        json.key("run");
        write(stats.runs(), bothNames, json);
        json.field("failures", stats.failures());
        json.field("retries", stats.retries());
        json.field("failed", stats.failed());
        json.key("wait");
        write(stats.waits(), bothNames, json);
        return json.close().reply();
    }

    private static void write(DurationStatistics spread, boolean bothNames, CjsonWriter json) {
        json.open();
        json.rawField("std", LuaNumber.format(Math.sqrt(spread.variance())));
        json.key("histogram").openList(false);
        for (int i = 0; i < DurationStatistics.BINS; i++) {
            json.separate();
            json.raw(Integer.toString(spread.bin(i)));
        }
        json.closeList(false);
        json.rawField("mean", LuaNumber.format(spread.mean()));
        json.field("count", spread.count());
        if (bothNames) {
            json.field("total", spread.count());
            json.rawField("variance", LuaNumber.format(spread.variance()));
        }
        json.close();
    }
}
