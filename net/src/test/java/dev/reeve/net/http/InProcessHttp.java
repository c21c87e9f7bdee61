package dev.reeve.net.http;

import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.RefusalLog;
import dev.reeve.node.Loop;
import dev.reeve.node.Requests;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP doors without a network: connections, routing, bodies, JSON and the hand-over to the node are the real ones, on
 * the loop of the test. Requests and responses are not encoded.
 */
public final class InProcessHttp {
    private final HttpConnections connections =
            new HttpConnections(new ConnectionQuota(ConnectionLimits.of(Integer.MAX_VALUE)), null);
    private final RequestDispatcher dispatcher;

    public InProcessHttp(Requests node, Loop loop, Routes routes) {
        RefusalLog refusals = new RefusalLog(null);
        MemoryBudget budget = new MemoryBudget(1L << 30, 1L << 30);
        dispatcher = new RequestDispatcher(
                new RequestRules(new HostRule(List.of())),
                new BodyBudget(new HttpLimits(1 << 20, List.of()), budget.input(), refusals),
                new ResponseBudget(budget, refusals, loop::execute, loop::execute),
                refusals,
                LargeBodies.atOnePace(loop::execute, loop::execute),
                null);
        dispatcher.serve(routes, new LoopBridge(node, loop::execute, (task, nanos) -> loop.execute(task)));
    }

    /** Sends a request on a connection of its own and returns the holder of its response. A body, if there is one, is JSON. */
    public Answer ask(String method, String target, Map<String, String> headers, byte @Nullable [] body) {
        EmbeddedChannel channel = new EmbeddedChannel(DefaultChannelId.newInstance());
        channel.pipeline().addLast(new HttpSession(channel, connections, dispatcher));
        channel.pipeline().fireChannelActive();
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), target);
        request.headers().set(HttpHeaderNames.HOST, "localhost");
        headers.forEach(request.headers()::set);
        if (body != null) {
            request.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
            request.headers().set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length));
        }
        channel.writeInbound(
                request, new DefaultLastHttpContent(Unpooled.wrappedBuffer(body == null ? new byte[0] : body)));
        return new Answer(channel);
    }

    /** The response, once it has arrived. */
    public static final class Answer {
        private final EmbeddedChannel channel;
        private @Nullable HttpResponse response;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private boolean complete;

        private Answer(EmbeddedChannel channel) {
            this.channel = channel;
        }

        public boolean isThere() {
            channel.runScheduledPendingTasks();
            for (HttpObject next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
                if (next instanceof HttpResponse head) {
                    response = head;
                }
                if (next instanceof HttpContent content) {
                    body.writeBytes(ByteBufUtil.getBytes(content.content()));
                    content.release();
                }
                complete |= next instanceof LastHttpContent;
            }
            if (complete) {
                channel.close();
            }
            return complete;
        }

        public int status() {
            return Objects.requireNonNull(response).status().code();
        }

        public byte[] body() {
            return body.toByteArray();
        }

        public @Nullable String header(String name) {
            return Objects.requireNonNull(response).headers().get(name);
        }

        /** Disconnects the client before it has read the response. */
        public void hangUp() {
            channel.finishAndReleaseAll();
        }
    }
}
