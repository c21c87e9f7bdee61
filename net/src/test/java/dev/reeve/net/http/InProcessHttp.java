package dev.reeve.net.http;

import dev.reeve.net.MemoryBudget;
import dev.reeve.node.Loop;
import dev.reeve.node.Requests;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP doors without a network: routing, bodies, JSON and the hand-over to the node are the real ones, on the loop
 * of the test. The requests and responses of the HTTP library are stubs.
 */
public final class InProcessHttp {
    private static final HttpLimits LIMITS = new HttpLimits(1 << 20, 100);

    private final RequestDispatcher dispatcher;

    public InProcessHttp(Requests node, Loop loop, Routes routes) {
        Context context = stub(Context.class, (proxy, method, args) -> {
            if (method.getName().equals("runOnContext")) {
                @SuppressWarnings("unchecked")
                Handler<@Nullable Void> task = (Handler<@Nullable Void>) args[0];
                loop.execute(() -> task.handle(null));
                return null;
            }
            throw new UnsupportedOperationException(method.toString());
        });
        HttpRefusals refusals = new HttpRefusals(null);
        MemoryBudget budget = new MemoryBudget(1L << 30, 1L << 30);
        BodyBudget bodyBudget = new BodyBudget(LIMITS, budget.input(), refusals);
        ResponseBudget responseBudget = new ResponseBudget(budget, refusals, loop::execute, loop::execute);
        dispatcher = new RequestDispatcher(routes, new LoopBridge(node, context), bodyBudget, responseBudget, null);
    }

    /** Sends a request and returns the holder of its response. A body, if there is one, is JSON. */
    public Answer ask(String method, String target, Map<String, String> headers, byte @Nullable [] body) {
        Answer answer = new Answer();
        Request request = new Request(method, target, headers, body, answer);
        dispatcher.receive(stub(HttpServerRequest.class, request));
        request.deliverBody();
        return answer;
    }

    private static <T> T stub(Class<T> type, InvocationHandler behaviour) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, behaviour));
    }

    /** The response, once it has arrived. */
    public static final class Answer implements InvocationHandler {
        private final MultiMap headers = MultiMap.caseInsensitiveMultiMap();
        private final HttpServerResponse response = stub(HttpServerResponse.class, this);
        private @Nullable Handler<@Nullable Void> whenClosed;
        private int status = 200;
        private byte[] body = new byte[0];
        private boolean ended;
        private boolean closed;

        public boolean isThere() {
            return ended;
        }

        public int status() {
            return status;
        }

        public byte[] body() {
            return body;
        }

        public @Nullable String header(String name) {
            return headers.get(name);
        }

        /** Disconnects the client before the response. */
        public void hangUp() {
            closed = true;
            if (whenClosed != null && !ended) {
                whenClosed.handle(null);
            }
        }

        @Override
        @SuppressWarnings("unchecked")
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) {
            switch (method.getName()) {
                case "setStatusCode" -> status = (Integer) first(args);
                case "putHeader" -> headers.set(first(args).toString(), args == null ? "" : args[1].toString());
                case "closeHandler" -> whenClosed = (Handler<@Nullable Void>) first(args);
                case "end" -> {
                    ended = true;
                    body = args == null ? body : ((Buffer) first(args)).getBytes();
                    return Future.succeededFuture();
                }
                case "closed" -> {
                    return closed;
                }
                case "ended" -> {
                    return ended;
                }
                default -> throw new UnsupportedOperationException(method.toString());
            }
            return proxy;
        }
    }

    private static Object first(Object @Nullable [] args) {
        if (args == null) {
            throw new IllegalArgumentException("expected an argument");
        }
        return args[0];
    }

    private static final class Request implements InvocationHandler {
        private final String method;
        private final String target;
        private final MultiMap headers = MultiMap.caseInsensitiveMultiMap();
        private final byte @Nullable [] body;
        private final Answer answer;
        private @Nullable Handler<Buffer> onChunk;
        private @Nullable Handler<@Nullable Void> onEnd;

        Request(String method, String target, Map<String, String> given, byte @Nullable [] body, Answer answer) {
            this.method = method;
            this.target = target;
            this.body = body;
            this.answer = answer;
            headers.addAll(given);
            if (body != null) {
                headers.set("content-type", "application/json");
                headers.set("content-length", Integer.toString(body.length));
            }
        }

        void deliverBody() {
            if (onChunk != null && body != null && body.length > 0) {
                onChunk.handle(Buffer.buffer(body));
            }
            if (onEnd != null) {
                onEnd.handle(null);
            }
        }

        @Override
        @SuppressWarnings("unchecked")
        public @Nullable Object invoke(Object proxy, Method called, Object @Nullable [] args) {
            int mark = target.indexOf('?');
            switch (called.getName()) {
                case "method" -> {
                    return HttpMethod.valueOf(method);
                }
                case "path" -> {
                    return mark < 0 ? target : target.substring(0, mark);
                }
                case "query" -> {
                    return mark < 0 ? null : target.substring(mark + 1);
                }
                case "headers" -> {
                    return headers;
                }
                case "getHeader" -> {
                    return headers.get(first(args).toString());
                }
                case "response" -> {
                    return answer.response;
                }
                case "handler" -> onChunk = (Handler<Buffer>) first(args);
                case "endHandler" -> onEnd = (Handler<@Nullable Void>) first(args);
                case "exceptionHandler" -> {}
                default -> throw new UnsupportedOperationException(called.toString());
            }
            return proxy;
        }
    }
}
