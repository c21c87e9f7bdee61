package dev.reeve.net.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.reeve.bench.jmh.NanosPerCall;
import org.openjdk.jmh.annotations.Benchmark;

/** Decoding of JSON request bodies. */
public class JsonBenchmark extends NanosPerCall {
    private final byte[] create = ("{\"input\":{\"to\":\"ann\",\"text\":\"" + "x".repeat(170)
                    + "\"},\"tags\":[\"batch 7\"]}")
            .getBytes(US_ASCII);
    private final byte[] patch = "{\"status\":\"completed\",\"output\":\"sent\"}".getBytes(US_ASCII);

    @Benchmark
    public int create() throws HttpError {
        int[] length = new int[1];
        JsonFields.read(create, (name, value) -> {
            if (name.equals("input")) {
                length[0] += value.raw().length;
            } else {
                length[0] += value.list(JsonValue::text).size();
            }
        });
        return length[0];
    }

    @Benchmark
    public int patch() throws HttpError {
        int[] length = new int[1];
        JsonFields.read(patch, (name, value) -> {
            if (name.equals("status")) {
                length[0] += value.text().length();
            } else {
                length[0] += value.raw().length;
            }
        });
        return length[0];
    }
}
