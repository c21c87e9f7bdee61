package dev.reeve.engine.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.JobId;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Content in pieces is the same as in one array. */
class ByteSinkTest {
    private static final int CAPACITY = 8192;

    private static byte[] joined(List<ByteBuffer> pieces) {
        ByteBuffer all = ByteBuffer.allocate(
                pieces.stream().mapToInt(ByteBuffer::remaining).sum());
        pieces.forEach(piece -> all.put(piece.duplicate()));
        return all.array();
    }

    /** The array of the buffer. */
    private static byte[] arrayOf(ByteBuffer piece) {
        assertThat(piece.arrayOffset()).isZero();
        return piece.array();
    }

    private static Consumer<ByteSink> randomValue(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 20_000 : 3000)];
        random.nextBytes(bytes);
        String text = (random.nextBoolean() ? "a" : "ä").repeat(random.nextInt(random.nextInt(50) == 0 ? 9000 : 300));
        long number = random.nextLong();
        return switch (random.nextInt(6)) {
            case 0 -> sink -> sink.putBytes(bytes);
            case 1 -> sink -> sink.putString(text);
            case 2 -> sink -> sink.putLong(number);
            case 3 -> sink -> sink.putVarLong(number);
            case 4 -> sink -> sink.putOptionalBytes(bytes);
            default -> sink -> sink.putJobId(JobId.of(text + "id"));
        };
    }

    @Test
    void pieces_are_the_bytes_of_the_whole() {
        ByteSink pieced = ByteSink.inPieces(CAPACITY);
        int severalPieces = 0;
        for (int seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ByteSink whole = new ByteSink(16);
            for (int i = random.nextInt(60); i >= 0; i--) {
                Consumer<ByteSink> value = randomValue(random);
                value.accept(whole);
                value.accept(pieced);
                assertThat(pieced.size()).isEqualTo(whole.size());
            }
            assertThat(pieced.toByteArray()).as("seed %s", seed).isEqualTo(whole.toByteArray());
            if (pieced.isOnePiece()) {
                assertThat(ByteBuffer.wrap(pieced.array(), 0, pieced.size()))
                        .isEqualTo(ByteBuffer.wrap(whole.toByteArray()));
                pieced.reset(CAPACITY);
            } else {
                severalPieces++;
                assertThat(joined(pieced.takePieces())).as("seed %s", seed).isEqualTo(whole.toByteArray());
            }
            assertThat(pieced.size()).isZero();
        }
        assertThat(severalPieces).isBetween(100, 490);
    }

    @Test
    void what_fits_is_one_piece() {
        ByteSink sink = ByteSink.inPieces(CAPACITY);
        sink.putBytes(new byte[CAPACITY - 2]);
        assertThat(sink.isOnePiece()).isTrue();
        assertThat(sink.array()).hasSize(CAPACITY);
    }

    @Test
    void what_does_not_fit_is_not_copied_and_no_array_grows() {
        ByteSink sink = ByteSink.inPieces(CAPACITY);
        byte[] payload = new byte[16 * 1024];
        for (int i = 0; i < 1000; i++) {
            sink.putLong(i);
            sink.putBytes(payload);
        }
        List<ByteBuffer> pieces = sink.takePieces();
        assertThat(pieces.stream().filter(piece -> arrayOf(piece) == payload)).hasSize(1000);
        assertThat(pieces.stream().filter(piece -> arrayOf(piece) != payload))
                .allSatisfy(piece -> assertThat(arrayOf(piece)).hasSize(CAPACITY));
    }

    @Test
    void what_was_taken_does_not_change_any_more() {
        ByteSink sink = ByteSink.inPieces(CAPACITY);
        sink.putLong(1);
        sink.putBytes(new byte[CAPACITY]);
        sink.putLong(2);
        List<ByteBuffer> taken = sink.takePieces();
        byte[] before = joined(taken);
        sink.putLong(-1);
        sink.putBytes(new byte[CAPACITY]);
        sink.reset(CAPACITY);
        sink.putLong(-1);
        assertThat(joined(taken)).isEqualTo(before);
    }
}
