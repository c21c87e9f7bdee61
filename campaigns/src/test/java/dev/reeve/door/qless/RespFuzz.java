package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Allocation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fuzz target: requests of the Redis protocol, whole, in small pieces of every size, and encoded again. */
public final class RespFuzz {
    private static final int LONGEST_WORD_BYTES = 1 << 20;
    private static final long MOST_REQUEST_BYTES = 4 << 20;
    private static final int BYTES_A_WORD = 32;
    private static final int LEAST_ROOM_BYTES = 4096;

    private RespFuzz() {}

    /** The result of decoding some bytes. */
    private record Decoded(
            List<List<String>> requests, @Nullable String malformed) {}

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        Allocation.check(input, 64 * 1024, 1024, () -> decode(input, input.length));
        Decoded whole = decode(input, input.length);
        for (int size : new int[] {1, 2, 3, 7, 64}) {
            assertThat(decode(input, size)).as("in pieces of %d", size).isEqualTo(whole);
        }
        List<List<String>> sent =
                whole.requests.stream().filter(words -> !words.isEmpty()).toList();
        byte[] written = write(sent);
        assertThat(decode(written, Math.max(1, written.length))).isEqualTo(new Decoded(sent, null));
    }

    private static Decoded decode(byte[] input, int pieceBytes) {
        RequestDecoder decoder = new RequestDecoder(LONGEST_WORD_BYTES, MOST_REQUEST_BYTES);
        List<List<String>> requests = new ArrayList<>();
        ByteBuf buffer = Unpooled.buffer(Math.max(1, input.length));
        try {
            for (int at = 0; at < input.length; at += pieceBytes) {
                buffer.writeBytes(input, at, Math.min(pieceBytes, input.length - at));
                takeAll(decoder, buffer, requests);
                assertThat(decoder.heldBytes())
                        .isLessThanOrEqualTo(LEAST_ROOM_BYTES + (2L + BYTES_A_WORD) * (at + pieceBytes));
            }
            return new Decoded(requests, null);
        } catch (MalformedRequest malformed) {
            return new Decoded(requests, malformed.getMessage());
        }
    }

    private static void takeAll(RequestDecoder decoder, ByteBuf buffer, List<List<String>> requests)
            throws MalformedRequest {
        List<byte[]> request;
        while ((request = decoder.next(buffer)) != null) {
            requests.add(request.stream().map(RequestText::exact).toList());
        }
    }

    private static byte[] write(List<List<String>> requests) {
        StringBuilder text = new StringBuilder();
        for (List<String> words : requests) {
            text.append('*').append(words.size()).append("\r\n");
            words.forEach(word -> text.append('$')
                    .append(word.length())
                    .append("\r\n")
                    .append(word)
                    .append("\r\n"));
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
