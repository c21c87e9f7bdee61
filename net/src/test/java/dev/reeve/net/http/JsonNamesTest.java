package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Clients choose field names, so no field name may stay in a cache. */
class JsonNamesTest {
    private static final int DOCUMENTS = 1500;
    private static final int NAME_BYTES = 50_000;
    private static final long MOST_LEFT_BYTES = 50L * 1024 * 1024;

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

    @Test
    void they_are_forgotten_when_the_document_has_been_read() throws HttpError {
        read(0);
        long before = used();
        for (int i = 1; i <= DOCUMENTS; i++) {
            read(i);
        }
        assertThat(used() - before).isLessThan(MOST_LEFT_BYTES);
    }

    private static void read(int number) throws HttpError {
        JsonFields.read(document(number), (name, value) -> assertThat(name).hasSizeGreaterThan(NAME_BYTES));
    }

    private static byte[] document(int number) {
        return ("{\"" + number + "x".repeat(NAME_BYTES) + "\":1}").getBytes(StandardCharsets.US_ASCII);
    }

    private long used() {
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
