package dev.reeve.net.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Reader of one request body. Memory grows with the bytes received, not with the announced length. A body that is too
 * large is answered at once, and the rest is discarded up to a limit so that the client can read the response.
 */
final class BodyReader {
    private static final int MAX_DISCARDED_BODIES = 16;
    private static final long TIMEOUT_NANOS = 30_000_000_000L;

    private final HttpServerRequest request;
    private final BodyBudget budget;
    private final long startedAtNanos = System.nanoTime();
    private final List<Buffer> chunks = new ArrayList<>(1);
    private long size;
    private boolean refused;
    private IntConsumer whenRefused = status -> {};

    BodyReader(HttpServerRequest request, BodyBudget budget) {
        this.request = request;
        this.budget = budget;
    }

    /** Passes the complete body to {@code then}, or the status code of the refusal to {@code orRefused}. */
    void read(Consumer<byte[]> then, IntConsumer orRefused) {
        whenRefused = orRefused;
        request.handler(this::chunk);
        request.endHandler(end -> {
            budget.finished(this);
            if (refused) {
                request.connection().close();
            } else {
                then.accept(bytes());
            }
        });
        request.exceptionHandler(this::broken);
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null && isAbove(length, budget.limits().bodyBytes())) {
            refuse(tooLarge());
        } else if (request.getHeader(HttpHeaders.EXPECT) != null) {
            request.response().writeContinue();
        }
    }

    /** Called when the connection is lost or the framing of the body is invalid. */
    private void broken(Throwable cause) {
        budget.finished(this);
        if (refused || request.response().closed() || request.response().ended()) {
            releaseChunks();
        } else {
            refuse(HttpError.badRequest("Bad request"));
        }
    }

    /** The text is known to be a number, of any length. */
    private static boolean isAbove(String length, long limit) {
        return length.length() > 18 || Long.parseLong(length.strip()) > limit;
    }

    private void chunk(Buffer chunk) {
        size += chunk.length();
        if (refused) {
            if (size > MAX_DISCARDED_BODIES * budget.limits().bodyBytes()) {
                request.connection().close();
            }
        } else if (size > budget.limits().bodyBytes()) {
            refuse(tooLarge());
        } else if (!budget.reserve(chunk.length(), size)) {
            budget.refusals().tooMuchInput();
            refuse(new HttpError(503, "Too much is being sent at once, try again later"));
        } else {
            chunks.add(chunk);
        }
    }

    private HttpError tooLarge() {
        return new HttpError(413, "The body is larger than " + budget.limits().bodyBytes() + " bytes");
    }

    private void refuse(HttpError refusal) {
        refused = true;
        releaseChunks();
        budget.refusals().refused(refusal);
        request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        CommonResponses.refuse(request, refusal);
        whenRefused.accept(refusal.status());
    }

    private void releaseChunks() {
        chunks.forEach(chunk -> budget.release(chunk.length()));
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

    /** Refuses or disconnects a request whose body has not arrived in time. */
    void checkAge(long nowNanos) {
        if (nowNanos - startedAtNanos < TIMEOUT_NANOS) {
            return;
        }
        if (refused) {
            request.connection().close();
        } else {
            refuse(new HttpError(408, "The body did not come in time"));
        }
    }
}
