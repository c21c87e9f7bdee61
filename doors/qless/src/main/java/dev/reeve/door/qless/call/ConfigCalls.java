package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.qless.command.Configure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The calls {@code config.get}, {@code config.set} and {@code config.unset}. */
final class ConfigCalls {
    private static final Map<String, Object> DEFAULTS = new LinkedHashMap<>();

    static {
        DEFAULTS.put("application", "qless");
        DEFAULTS.put("grace-period", 10.0);
        DEFAULTS.put("stats-history", 30.0);
        DEFAULTS.put("jobs-history", 604800.0);
        DEFAULTS.put("heartbeat", 60.0);
        DEFAULTS.put("jobs-history-count", 50000.0);
        DEFAULTS.put("histogram-history", 7.0);
    }

    private ConfigCalls() {}

    static CallPlan get(CallRequest request) {
        String option = request.args().text(0);
        Map<String, Object> defaults = new LinkedHashMap<>(DEFAULTS);
        if (request.form() != CallingConvention.CURRENT) {
            defaults.remove("grace-period");
        }
        if (option == null) {
            return new CallPlan.Read<>(view -> view.qless().options(), set -> {
                defaults.putAll(set);
                return new Resp.Bulk(CjsonWriter.of(defaults));
            });
        }
        return new CallPlan.Read<>(
                view -> Optional.ofNullable(view.qless().option(option)),
                set -> set.map(Resp::bulk).orElseGet(() -> ofDefault(defaults.get(option))));
    }

    private static Resp ofDefault(@Nullable Object value) {
        if (value instanceof Double number) {
            return new Resp.Int(number.longValue());
        }
        return value == null ? Resp.nil() : Resp.bulk(value.toString());
    }

    static CallPlan set(CallRequest request) {
        String option = request.args().text(0, "config.set(): Arg \"option\" missing");
        String value = request.args().text(1, "config.set(): Arg \"value\" missing");
        return new CallPlan.Write<>(new Configure(option, value), done -> Resp.nil());
    }

    static CallPlan unset(CallRequest request) {
        String option = request.args().text(0, "config.unset(): Arg \"option\" missing");
        return new CallPlan.Write<>(new Configure(option, null), done -> Resp.nil());
    }
}
