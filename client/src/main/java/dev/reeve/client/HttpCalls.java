package dev.reeve.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests. {@link #send} repeats one while the server is not reached or says that it cannot answer now, for as long as the
 * options allow; {@link #once} never does. All requests may be repeated without harm, see {@link ApiAnswer#repeated}.
 */
final class HttpCalls {
    private static final String JSON = "application/json";

    private final URI server;
    private final Credentials credentials;
    private final ClientOptions options;
    private final ExecutorService threads;
    private final HttpClient http;

    HttpCalls(URI server, Credentials credentials, ClientOptions options) {
        this.server = server;
        this.credentials = credentials;
        this.options = options;
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "reeve-client");
            thread.setDaemon(true);
            return thread;
        });
        this.http = http(threads);
    }

    private HttpCalls(HttpCalls of) {
        this.server = of.server;
        this.credentials = of.credentials;
        this.options = of.options;
        this.threads = of.threads;
        this.http = http(Runnable::run);
    }

    /**
     * Calls of a worker, whose answers are handled by the thread that receives them: a hand-over to another thread would cost more than
     * the answer. Nothing that follows an answer may block.
     */
    HttpCalls ofWorker() {
        return new HttpCalls(this);
    }

    private HttpClient http(Executor executor) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(executor)
                .connectTimeout(options.timeout());
        if (options.tls() != null) {
            builder.sslContext(options.tls());
        } else if (!"https".equalsIgnoreCase(server.getScheme())) {
            builder.sslContext(new NoTls());
        }
        return builder.build();
    }

    URI server() {
        return server;
    }

    HttpRequest.Builder request(String path, Duration timeout) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).timeout(timeout);
        String authorization = credentials.header();
        if (authorization != null) {
            request.setHeader("Authorization", authorization);
        }
        return request;
    }

    /** Sends a request whose answer is read while it comes. */
    <T> HttpResponse<T> stream(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request, handler);
        } catch (IOException e) {
            throw unreachable(e, " at " + server);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Sends the request once. The future fails with an IOException if there is no answer. */
    CompletableFuture<ApiAnswer> once(ApiCall call) {
        byte[] body = call.body();
        HttpRequest.Builder request = request(call.path(), call.longest().plus(options.timeout()))
                .method(
                        call.method(),
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        if (body != null) {
            request.setHeader("Content-Type", JSON);
        }
        CompletableFuture<HttpResponse<byte[]>> sent =
                http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        CompletableFuture<ApiAnswer> answer = sent.thenApply(
                response -> new ApiAnswer(response.statusCode(), response.body(), false, retryAfter(response)));
        answer.whenComplete((value, failure) -> {
            if (failure instanceof CancellationException || failure instanceof TimeoutException) {
                // Closes the connection, whereby the server learns that nobody waits any more.
                sent.cancel(true);
            }
        });
        return answer;
    }

    private static long retryAfter(HttpResponse<?> response) {
        try {
            return Long.parseLong(response.headers().firstValue("Retry-After").orElse("0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Sends the request until there is an answer, and waits for it. */
    ApiAnswer send(ApiCall call) {
        return await(sendLater(call));
    }

    /** As {@link #send}, without waiting. */
    CompletableFuture<ApiAnswer> sendLater(ApiCall call) {
        CompletableFuture<ApiAnswer> result = new CompletableFuture<>();
        long endNanos = System.nanoTime() + options.patience().toNanos();
        attempt(call, new Tries(result, endNanos), 1, false);
        return result;
    }

    private record Tries(CompletableFuture<ApiAnswer> result, long endNanos) {}

    /** @param doubtful whether an earlier try may have been executed */
    private void attempt(ApiCall call, Tries tries, int number, boolean doubtful) {
        if (tries.result.isDone()) {
            return;
        }
        once(call).whenComplete((answer, failure) -> {
            if (failure != null) {
                again(call, tries, number, Jitter.after(number), unreachable(failure, " at " + server), true);
            } else if (answer.isTemporary()) {
                Duration asked = Duration.ofSeconds(answer.retryAfterSeconds());
                Duration delay = Jitter.after(number);
                ReeveException problem = answer.problem();
                boolean inDoubt = doubtful || problem.isType("outcome-unknown");
                again(call, tries, number, asked.compareTo(delay) > 0 ? asked : delay, problem, inDoubt);
            } else {
                tries.result.complete(new ApiAnswer(answer.status(), answer.body(), doubtful, 0));
            }
        });
    }

    private void again(
            ApiCall call, Tries tries, int number, Duration delay, ReeveException failure, boolean doubtful) {
        if (System.nanoTime() + delay.toNanos() > tries.endNanos) {
            tries.result.completeExceptionally(failure);
        } else {
            CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS, threads)
                    .execute(() -> attempt(call, tries, number + 1, doubtful));
        }
    }

    /** Waits for the end, and throws what the future failed with. */
    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(true);
            throw interrupted(e);
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        }
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    static RuntimeException thrown(@Nullable Throwable cause) {
        if (cause instanceof CompletionException && cause.getCause() != null) {
            return thrown(cause.getCause());
        }
        if (cause instanceof CancellationException) {
            return new ReeveException(ReeveException.INTERRUPTED, 0, "the request was dropped", cause);
        }
        if (cause instanceof RuntimeException known) {
            return known;
        }
        return unreachable(cause == null ? new IllegalStateException() : cause, "");
    }

    private static ReeveException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ReeveException(ReeveException.INTERRUPTED, 0, "interrupted while waiting for the server", e);
    }

    /** @param where an address, or nothing */
    private static ReeveException unreachable(Throwable failure, String where) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ReeveException known) {
            return known;
        }
        return new ReeveException(
                ReeveException.UNREACHABLE, 0, "the server" + where + " was not reached: " + reason(cause), cause);
    }

    /** The JDK's client gives no reason for the usual ones. */
    private static String reason(Throwable cause) {
        if (cause instanceof ConnectException && cause.getMessage() == null) {
            return cause.getCause() instanceof UnresolvedAddressException ? "unknown host" : "no connection";
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** Requests that are under way fail. */
    void close() {
        threads.shutdownNow();
    }
}
