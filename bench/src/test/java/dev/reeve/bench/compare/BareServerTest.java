package dev.reeve.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.bench.load.Load;
import dev.reeve.bench.load.LoadGenerator;
import dev.reeve.bench.load.LoadResult;
import dev.reeve.bench.load.Meter;
import dev.reeve.bench.load.Span;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BareServerTest {
    @TempDir
    private Path folder;

    /** The load generator checks every reply. */
    @ParameterizedTest
    @EnumSource
    void it_answers_the_load_where_it_can_be_compiled(SyncMode durability) throws Exception {
        try (Contender bare = Contender.bare(durability, List.of(), folder)) {
            assertThat(bare != null).isEqualTo(hasCompiler());
            if (bare != null) {
                InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), bare.port());
                Load load = new Load(bare.door(), address, "compare", 200, 8, 2);
                try (LoadGenerator generator = LoadGenerator.connect(load)) {
                    LoadResult result = generator.run(Span.ofSeconds(0, 0.5), new Meter(OptionalLong.of(bare.pid())));
                    assertThat(result.cyclesPerSecond()).isPositive();
                }
                assertThat(Files.size(folder.resolve("log"))).isPositive();
            }
        }
    }

    private static boolean hasCompiler() {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(path -> Files.isExecutable(Path.of(path, "cc")));
    }
}
