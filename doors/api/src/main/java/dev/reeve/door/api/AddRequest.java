package dev.reeve.door.api;

import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request says about all jobs that it adds.
 *
 * @param key the idempotency key; null if there is none
 * @param trace the tracing headers of the request
 */
record AddRequest(
        ApiSettings settings, String sender, @Nullable String key, Map<String, String> trace, long nowMicros) {
    private static final String KEY = "Idempotency-Key";
    private static final int LONGEST_TRACE = 1024;

    static AddRequest of(ApiSettings settings, Exchange exchange) throws HttpError {
        String key = exchange.header(KEY);
        if (key != null && !settings.isName(key)) {
            throw Problem.invalid(KEY, settings.expectedName()).error();
        }
        Map<String, String> trace = new LinkedHashMap<>();
        for (String name : new String[] {"traceparent", "tracestate"}) {
            String value = exchange.header(name);
            if (value != null && !value.isEmpty() && value.length() <= LONGEST_TRACE) {
                trace.put(name, value);
            }
        }
        return new AddRequest(settings, exchange.sender().name(), key, trace, exchange.nowMicros());
    }

    /** The headers of a job: its own, and those of the trace that it belongs to unless it names another. */
    Map<String, String> traced(Map<String, String> own) {
        if (trace.isEmpty() || own.containsKey("traceparent")) {
            return own;
        }
        Map<String, String> all = new LinkedHashMap<>(own);
        trace.forEach(all::putIfAbsent);
        return all;
    }
}
