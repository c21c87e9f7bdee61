package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The request decoder, with all splits of the input and malformed requests. */
class RequestDecoderTest {
    private static final int LONGEST = 1024 * 1024;
    private static final long MOST = 2 * LONGEST;

    private final RequestDecoder decoder = new RequestDecoder(LONGEST, MOST);
    private final ByteBuf input = Unpooled.buffer();

    @Test
    void takes_arrays_and_lines_in_turn() throws MalformedRequest {
        feed(
                "*2\r\n$4\r\nECHO\r\n$4\r\na\r\nb\r\nPING\r\n*0\r\n*-1\r\n\r\n  echo  \"x\\x41\\n\" 'it\\'s' \"\"\n*1\r\n$0\r\n\r\n");
        assertThat(takeAll())
                .containsExactly(
                        List.of("ECHO", "a\r\nb"),
                        List.of("PING"),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of("echo", "xA\n", "it's", ""),
                        List.of(""));
        assertThat(decoder.heldBytes()).isZero();
    }

    @Test
    void does_not_care_how_bytes_are_split() throws MalformedRequest {
        String requests = "*3\r\n$3\r\nSET\r\n$10\r\n0123456789\r\n$0\r\n\r\nPING \"a b\"\r\n*1\r\n$4\r\nQUIT\r\n";
        List<List<String>> expected =
                List.of(List.of("SET", "0123456789", ""), List.of("PING", "a b"), List.of("QUIT"));
        for (int size = 1; size < 20; size++) {
            List<List<String>> taken = new ArrayList<>();
            for (int at = 0; at < requests.length(); at += size) {
                feed(requests.substring(at, Math.min(requests.length(), at + size)));
                taken.addAll(takeAll());
            }
            assertThat(taken).as("in pieces of " + size).isEqualTo(expected);
        }
    }

    @Test
    void takes_a_megabyte_and_no_more() throws MalformedRequest {
        feed("*2\r\n$3\r\nSET\r\n$1048576\r\n");
        assertThat(takeAll()).isEmpty();
        String piece = "x".repeat(65536);
        for (int i = 0; i < 16; i++) {
            assertThat(takeAll()).isEmpty();
            feed(piece);
        }
        assertThat(takeAll()).isEmpty();
        feed("\r\n");
        assertThat(takeAll().get(0).get(1)).hasSize(1048576);
        refuses("*1\r\n$1048577\r\n", "invalid bulk length");
    }

    @Test
    void makes_no_room_for_what_is_only_announced() throws MalformedRequest {
        feed("*1000000\r\n$1048576\r\nabc");
        assertThat(takeAll()).isEmpty();
        assertThat(decoder.heldBytes()).isLessThan(2048);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "*1\\r\\n$2147483647\\r\\n | invalid bulk length",
                "*1\\r\\n$2147483648\\r\\n | invalid bulk length",
                "*1\\r\\n$99999999999999999999\\r\\n | invalid bulk length",
                "*1\\r\\n$-1\\r\\n | invalid bulk length",
                "*1\\r\\n$\\r\\n | invalid bulk length",
                "*1\\r\\n$-\\r\\n | invalid bulk length",
                "*1\\r\\n$1x\\r\\n | invalid bulk length",
                "*1\\r\\n$4\\n | invalid bulk length",
                "*2147483647\\r\\n | invalid multibulk length",
                "*1048577\\r\\n | invalid multibulk length",
                "*x\\r\\n | invalid multibulk length",
                "*\\r\\n | invalid multibulk length",
                "*1\\n | invalid multibulk length",
                "*2\\r\\n*1\\r\\n | expected '$', got '*'",
                "*1\\r\\n:1\\r\\n | expected '$', got ':'",
                "*1\\r\\n\\x00 | expected '$', got '?'",
                "*1\\r\\n$4\\r\\nPINGxx | expected CRLF after a bulk string",
                "*1\\r\\n$4\\r\\nPING\\rx | expected CRLF after a bulk string",
                "PING \"a\\r\\n | unbalanced quotes in request",
                "PING \"a\"b\\r\\n | unbalanced quotes in request",
                "PING 'a\\r\\n | unbalanced quotes in request",
                "*11111111111111111111111111111111111 | too big mbulk count string",
                "*1\\r\\n$11111111111111111111111111111111111 | too big bulk count string",
            })
    void refuses_what_is_no_request(String bytes, String why) {
        refuses(unescape(bytes), why);
    }

    @Test
    void refuses_a_line_without_end() {
        refuses("x".repeat(64 * 1024 + 1), "too big inline request");
    }

    @Test
    void refuses_a_request_of_too_many_words() {
        String word = "$0\r\n\r\n";
        refuses("*1048576\r\n" + word.repeat(70_000), "too big request");
    }

    @Test
    void refuses_a_request_that_is_too_long_as_a_whole() {
        String half = "$1048000\r\n" + "x".repeat(1_048_000) + "\r\n";
        refuses("*3\r\n" + half + half + half, "too big request");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void survives_garbage(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "*$+-:0123456789\r\n\"'\\x \0a";
        for (int round = 0; round < 2000; round++) {
            RequestDecoder victim = new RequestDecoder(100, 1000);
            ByteBuf garbage = Unpooled.buffer();
            try {
                for (int piece = 0; piece < 5; piece++) {
                    for (int i = random.nextInt(30); i > 0; i--) {
                        garbage.writeByte(alphabet.charAt(random.nextInt(alphabet.length())));
                    }
                    int before;
                    do {
                        before = garbage.readerIndex();
                    } while (victim.next(garbage) != null && garbage.readerIndex() > before);
                    assertThat(victim.heldBytes()).isLessThan(3000);
                }
            } catch (MalformedRequest expected) {
                assertThat(expected.reply().toString()).contains("ERR Protocol error: ");
            }
        }
    }

    private void refuses(String bytes, String why) {
        RequestDecoder fresh = new RequestDecoder(LONGEST, MOST);
        ByteBuf bad = Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> {
                    while (fresh.next(bad) != null) {
                        assertThat(bad.isReadable()).isTrue();
                    }
                })
                .isInstanceOf(MalformedRequest.class)
                .hasMessage(why);
    }

    private void feed(String text) {
        input.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private List<List<String>> takeAll() throws MalformedRequest {
        List<List<String>> taken = new ArrayList<>();
        List<byte[]> request = decoder.next(input);
        while (request != null) {
            taken.add(request.stream().map(RequestText::exact).toList());
            request = decoder.next(input);
        }
        return taken;
    }

    private static String unescape(String text) {
        return text.replace("\\r", "\r").replace("\\n", "\n").replace("\\x00", "\0");
    }
}
