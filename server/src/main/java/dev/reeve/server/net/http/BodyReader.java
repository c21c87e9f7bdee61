package dev.reeve.server.net.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Reads the body of one request. Memory grows with what has come, not with what a header claims. A body that is too large
 * is answered at once and then thrown away for a while, so that its sender gets to read the answer.
 */
final class BodyReader {
    private static final int MOST_DISCARDED_BODIES = 16;
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final HttpServerRequest request;
    private final BodyBudget all;
    private final long startedAtNanos = System.nanoTime();
    private final List<Buffer> chunks = new ArrayList<>(1);
    private long size;
    private boolean refused;
    private IntConsumer whenRefused = status -> {};

    BodyReader(HttpServerRequest request, BodyBudget all) {
        this.request = request;
        this.all = all;
    }

    /** Hands over the body when it is there, or the status with which it was refused. */
    void read(Consumer<byte[]> then, IntConsumer orRefused) {
        whenRefused = orRefused;
        request.handler(this::chunk);
        request.endHandler(end -> {
            all.finished(this);
            if (refused) {
                request.connection().close();
            } else {
                then.accept(bytes());
            }
        });
        request.exceptionHandler(this::broken);
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null && isAbove(length, all.limits().bodyBytes())) {
            refuse(tooLarge());
        } else if (request.getHeader(HttpHeaders.EXPECT) != null) {
            request.response().writeContinue();
        }
    }

    /** The connection was lost, or what came is not framed as it should be. */
    private void broken(Throwable cause) {
        all.finished(this);
        if (refused || request.response().closed() || request.response().ended()) {
            drop();
        } else {
            refuse(HttpError.badRequest("Bad request"));
        }
    }

    /** The length is known to be a number that may be absurdly large. */
    private static boolean isAbove(String length, long limit) {
        return length.length() > 18 || Long.parseLong(length.strip()) > limit;
    }

    private void chunk(Buffer chunk) {
        size += chunk.length();
        if (refused) {
            if (size > MOST_DISCARDED_BODIES * all.limits().bodyBytes()) {
                request.connection().close();
            }
        } else if (size > all.limits().bodyBytes()) {
            refuse(tooLarge());
        } else if (!all.hold(chunk.length())) {
            all.refusals().tooMuchInput();
            refuse(new HttpError(503, "Too much is being sent at once, try again later"));
        } else {
            chunks.add(chunk);
        }
    }

    private HttpError tooLarge() {
        return new HttpError(413, "The body is larger than " + all.limits().bodyBytes() + " bytes");
    }

    private void refuse(HttpError refusal) {
        refused = true;
        drop();
        all.refusals().refused(refusal);
        request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        CommonResponses.refuse(request, refusal);
        whenRefused.accept(refusal.status());
    }

    private void drop() {
        chunks.forEach(chunk -> all.release(chunk.length()));
        chunks.clear();
    }

    private byte[] bytes() {
        if (chunks.size() == 1) {
            return chunks.get(0).getBytes();
        }
        Buffer whole = Buffer.buffer((int) size);
        chunks.forEach(whole::appendBuffer);
        return whole.getBytes();
    }

    /** Cuts off who does not come to an end. */
    void checkAge(long nowNanos) {
        if (nowNanos - startedAtNanos < PATIENCE_NANOS) {
            return;
        }
        if (refused) {
            request.connection().close();
        } else {
            refuse(new HttpError(408, "The body did not come in time"));
        }
    }
}
