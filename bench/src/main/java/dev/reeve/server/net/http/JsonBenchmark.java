package dev.reeve.server.net.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Bodies of HTTP requests. */
@State(Scope.Thread)
@Fork(1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 5, time = 1, timeUnit = TimeUnit.SECONDS)
public class JsonBenchmark {
    private final byte[] create = ("{\"input\":{\"to\":\"ann\",\"text\":\"" + "x".repeat(170)
                    + "\"},\"tags\":[\"batch 7\"]}")
            .getBytes(US_ASCII);
    private final byte[] patch = "{\"status\":\"completed\",\"output\":\"sent\"}".getBytes(US_ASCII);

    @Benchmark
    public int create() throws Refusal {
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
    public int patch() throws Refusal {
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
