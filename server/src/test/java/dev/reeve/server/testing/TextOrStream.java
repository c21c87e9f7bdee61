package dev.reeve.server.testing;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads the text of a response; of a stream, which has no end, only the beginning. */
public final class TextOrStream implements BodyHandler<String> {
    @Override
    public BodySubscriber<String> apply(ResponseInfo info) {
        boolean isStream = info.headers().firstValue("content-type").orElse("").startsWith("text/event-stream");
        return isStream ? new Beginning() : BodySubscribers.ofString(StandardCharsets.UTF_8);
    }

    private static final class Beginning implements BodySubscriber<String> {
        private final CompletableFuture<String> text = new CompletableFuture<>();

        @Override
        public CompletionStage<String> getBody() {
            return text;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            text.complete("");
            subscription.cancel();
        }

        @Override
        public void onNext(List<ByteBuffer> parts) {}

        @Override
        public void onError(Throwable cause) {
            text.completeExceptionally(cause);
        }

        @Override
        public void onComplete() {}
    }
}
