package dev.reeve.net.http;

import dev.reeve.access.Gate;
import dev.reeve.access.Identity;
import dev.reeve.access.ProxyUsers;
import dev.reeve.net.Login;
import dev.reeve.net.Peer;
import dev.reeve.net.RefusalKind;
import dev.reeve.node.StateCopy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP connection. It has at most one request in progress, from the head of the request until the request is answered
 * and its body has ended. What the client sends meanwhile waits here, and the channel is not read. The next request also
 * waits while the client has not read enough of its responses. HTTP loop only.
 */
final class HttpSession extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(HttpSession.class);
    /** Longer than the longest wait for a job, during which a connection is idle in both directions. */
    private static final int IDLE_CHECKS = 90 / HttpConnections.CHECK_SECONDS;

    private static final int BODY_CHECKS = 30 / HttpConnections.CHECK_SECONDS;
    /** How long a connection above the limit may stay open to send a request and get its answer. */
    private static final long OVER_LIMIT_SECONDS = 5;
    /** A body that is not wanted is discarded up to this multiple of the largest body, so that the client can read the response. */
    private static final int MAX_DISCARDED_BODIES = 16;

    private static final long MOST_LOGIN_BYTES = 4 * 1024;
    private static final AsciiString OWN_PAGE = AsciiString.cached("reeve");

    private final Channel channel;
    private final @Nullable SocketAddress remoteAddress;
    private final HttpConnections connections;
    private final RequestDispatcher dispatcher;
    private final Queue<HttpObject> waiting = new ArrayDeque<>();
    private @Nullable Peer peer;
    private @Nullable Exchange exchange;
    private BodyState body = BodyState.ENDED;
    private long bodyBytes;
    private int requestBegan;
    private int lastActive;
    private @Nullable RefusalKind overLimit;
    private boolean keepAlive = true;
    private boolean closing;
    private boolean processing;
    private boolean identifying;
    private boolean hostAllowed;
    private @Nullable HttpLogin login;
    private @Nullable SlicedResponse sending;
    private @Nullable EventStream stream;

    /** What happens to the body of the request in progress. */
    private enum BodyState {
        COLLECTED,
        DISCARDED,
        ENDED
    }

    HttpSession(Channel channel, HttpConnections connections, RequestDispatcher dispatcher) {
        this.channel = channel;
        this.remoteAddress = channel.remoteAddress();
        this.connections = connections;
        this.dispatcher = dispatcher;
        this.lastActive = connections.checks();
    }

    Peer peer() {
        if (peer == null) {
            peer = Peer.of(channel);
        }
        return peer;
    }

    Channel channel() {
        return channel;
    }

    Executor executor() {
        return channel.eventLoop();
    }

    ByteBufAllocator allocator() {
        return channel.alloc();
    }

    @Nullable
    SocketAddress remoteAddress() {
        return remoteAddress;
    }

    boolean isWithoutRequest() {
        return exchange == null && !closing;
    }

    boolean isClosed() {
        return !channel.isActive();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        overLimit = connections.opened(this);
        if (overLimit != null) {
            channel.eventLoop().schedule(() -> channel.close(), OVER_LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        lastActive = connections.checks();
        waiting.add((HttpObject) message);
        processWaiting();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (sending != null) {
            lastActive = connections.checks();
            sending.sendMore();
        }
        if (stream != null) {
            stream.writable();
        }
        processWaiting();
    }

    private void processWaiting() {
        if (processing) {
            // Called while a message is processed; the caller goes on with the queue.
            return;
        }
        processing = true;
        try {
            while (!waiting.isEmpty() && mayProcess(waiting.element())) {
                process(waiting.remove());
            }
        } finally {
            processing = false;
        }
        boolean mayRead = waiting.isEmpty();
        if (!closing && channel.config().isAutoRead() != mayRead) {
            channel.config().setAutoRead(mayRead);
        }
    }

    private boolean mayProcess(HttpObject message) {
        return closing
                || (!identifying && (!(message instanceof HttpRequest) || (exchange == null && channel.isWritable())));
    }

    private void process(HttpObject message) {
        Exchange current = exchange;
        if (closing) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpRequest request) {
            begin(request);
        } else if (message instanceof HttpContent content && current != null) {
            receive(content, current);
        }
    }

    private void begin(HttpRequest request) {
        Exchange begun = new Exchange(this, dispatcher, request);
        exchange = begun;
        requestBegan = connections.checks();
        body = BodyState.DISCARDED;
        bodyBytes = 0;
        keepAlive = HttpUtil.isKeepAlive(request);
        HttpError refusal = refusalOf(begun, request);
        if (refusal != null) {
            // No message follows one that is invalid.
            body = request.decoderResult().isFailure() ? BodyState.ENDED : body;
            keepAlive = false;
            dispatcher.refuseUnknown(begun, refusal);
        } else {
            identify(begun, request);
        }
    }

    /** Finds out who sends the request, if clients have to say so, before its body is read. */
    private void identify(Exchange begun, HttpRequest request) {
        Gate gate = dispatcher.gate();
        if (gate == null) {
            dispatch(begun, request);
            return;
        }
        String authorization = request.headers().get(HttpHeaderNames.AUTHORIZATION);
        HttpLogin checks = login;
        HttpLogin.Known known = checks == null || authorization == null ? null : checks.again(authorization);
        if (dispatcher.isLogin(begun)) {
            dispatchLogin(begun, request);
        } else if (known != null) {
            identified(begun, request, known);
        } else if (dispatcher.isProbe(begun) || isPublicPage(begun)) {
            dispatch(begun, request);
        } else {
            login(begun, request, gate, authorization);
        }
    }

    private void login(Exchange begun, HttpRequest request, Gate gate, @Nullable String authorization) {
        HttpLogin checks = login == null ? new HttpLogin(gate, channel, peer()) : login;
        login = checks;
        String cookie = authorization == null ? LoginCookie.read(request.headers(), isTls()) : null;
        Identity browser = cookie == null ? null : gate.browsers().find(cookie);
        if (browser != null) {
            fromBrowser(begun, request, checks.use(browser), "A request with the cookie");
            return;
        }
        ProxyUsers users = authorization == null ? gate.throughProxy(Login.address(channel)) : null;
        String user = users == null ? "" : namedUser(request, users);
        if (users != null && !user.isEmpty()) {
            byProxy(begun, request, checks, users.find(user), user);
            return;
        }
        identifying = true;
        checks.identify(authorization, known -> {
            identifying = false;
            if (isClosed()) {
                checks.close();
            } else if (known == null) {
                dispatcher.refuseUnknown(begun, begun.sender().unauthorized(hostAllowed));
            } else {
                identified(begun, request, known);
            }
            processWaiting();
        });
    }

    private void identified(Exchange begun, HttpRequest request, HttpLogin.Known known) {
        if (!hostAllowed && !known.isProved()) {
            dispatcher.refuseUnknown(begun, HttpError.hostNotAllowed());
        } else {
            begun.sender().is(known);
            dispatch(begun, request);
        }
    }

    /** Whether the request is for a file of the dashboard, which people need to log in. */
    private static boolean isPublicPage(Exchange begun) {
        String path = begun.path();
        boolean isRead = begun.method().equals("GET") || begun.method().equals("HEAD");
        return isRead && (path.startsWith("/ui/") || path.equals("/ui") || (path.equals("/") && begun.wantsPage()));
    }

    boolean isTls() {
        return channel.pipeline().get(SslHandler.class) != null;
    }

    /** The name of the user in the header of a proxy; empty if there is none. Several values are no name. */
    private static String namedUser(HttpRequest request, ProxyUsers users) {
        return String.join(", ", request.headers().getAll(users.header())).strip();
    }

    private void byProxy(
            Exchange begun, HttpRequest request, HttpLogin checks, ProxyUsers.@Nullable User user, String name) {
        if (user == null) {
            checks.noteUnknown(name);
            dispatcher.refuseUnknown(begun, new HttpError(403, "The user whom the proxy names is not known"));
            return;
        }
        identifying = true;
        checks.use(user, known -> {
            identifying = false;
            if (isClosed()) {
                checks.close();
            } else {
                fromBrowser(begun, request, known, "A request of a user whom a proxy names");
            }
            processWaiting();
        });
    }

    /**
     * Browsers send cookies by themselves, also those of a proxy. So a request that may change something has to show that a page of
     * ours made it.
     */
    private void fromBrowser(Exchange begun, HttpRequest request, HttpLogin.Known known, String what) {
        boolean isSafe =
                request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
        if (isSafe || request.headers().contains(OWN_PAGE, "1", false)) {
            begun.sender().is(known);
            dispatch(begun, request);
        } else {
            dispatcher.refuseUnknown(
                    begun,
                    ProblemType.CROSS_SITE
                            .of(what + " needs the header Reeve: 1")
                            .error());
        }
    }

    /** Nobody is known yet, so little is read. */
    private void dispatchLogin(Exchange begun, HttpRequest request) {
        if (HttpUtil.getContentLength(request, Long.MAX_VALUE) > MOST_LOGIN_BYTES) {
            dispatcher.refuseUnknown(
                    begun,
                    ProblemType.TOO_LARGE
                            .of("A login has at most " + MOST_LOGIN_BYTES + " bytes, and says how many")
                            .error());
        } else {
            dispatch(begun, request);
        }
    }

    private void dispatch(Exchange begun, HttpRequest request) {
        if (dispatcher.dispatch(begun)) {
            expectBody(begun, request);
        }
    }

    private @Nullable HttpError refusalOf(Exchange begun, HttpRequest request) {
        try {
            hostAllowed = dispatcher.rules.check(request);
        } catch (HttpError refusal) {
            return refusal;
        }
        if (!hostAllowed && dispatcher.gate() == null) {
            return HttpError.hostNotAllowed();
        }
        if (overLimit == null) {
            return null;
        }
        keepAlive = false;
        if (RequestDispatcher.isMonitoring(begun)) {
            return null;
        }
        dispatcher.refusals.refused(Route.HTTP, overLimit);
        return new HttpError(503, "Too many connections");
    }

    private void expectBody(Exchange current, HttpRequest request) {
        body = BodyState.COLLECTED;
        try {
            dispatcher.bodyBudget.checkSize(current.route(), HttpUtil.getContentLength(request, 0L));
            if (HttpUtil.is100ContinueExpected(request)) {
                channel.writeAndFlush(new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
            }
        } catch (HttpError tooLarge) {
            refuseBody(current, tooLarge);
        }
    }

    private void receive(HttpContent content, Exchange current) {
        try {
            bodyBytes += content.content().readableBytes();
            if (content.decoderResult().isFailure()) {
                throw HttpError.badRequest("Bad request");
            }
            if (body == BodyState.COLLECTED) {
                current.addToBody(content.content());
            } else if (bodyBytes > MAX_DISCARDED_BODIES * dispatcher.bodyBudget.mostBodyBytes()) {
                channel.close();
            }
        } catch (HttpError refusal) {
            refuseBody(current, refusal);
        } finally {
            content.release();
        }
        if (content instanceof LastHttpContent) {
            boolean complete = body == BodyState.COLLECTED;
            body = BodyState.ENDED;
            if (complete) {
                dispatcher.bodyReceived(current);
            } else if (current.isAnswered() && sending == null && stream == null) {
                finish();
            }
        }
    }

    /** Refuses a request because of its body. The rest of the body is discarded, and the connection is closed then. */
    private void refuseBody(Exchange current, HttpError refusal) {
        body = BodyState.DISCARDED;
        keepAlive = false;
        if (!current.isAnswered()) {
            current.refuse(refusal);
        }
    }

    /** Sends the response to the request in progress, unless the client has disconnected. HEAD gets no content. */
    void send(Exchange of, int status, HttpHeaders headers, ByteBuf content) {
        HttpRequest request = of.request();
        if (isClosed()) {
            content.release();
            return;
        }
        headers.set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(content.readableBytes()));
        boolean isOld = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        if (keepAlive == isOld) {
            headers.set(HttpHeaderNames.CONNECTION, keepAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
        }
        ByteBuf sent = content;
        if (request.method().equals(HttpMethod.HEAD) || status == Exchange.NOT_MODIFIED) {
            content.release();
            sent = Unpooled.EMPTY_BUFFER;
        }
        int bytes = sent.readableBytes();
        HttpVersion version = isOld ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
        lastActive = connections.checks();
        if (bytes > LargeResponse.LARGE_BYTES) {
            LargeResponse large = new LargeResponse(channel, sent, this::passedLargeResponse);
            sending = large;
            channel.write(
                    new DefaultHttpResponse(version, HttpResponseStatus.valueOf(status), headers),
                    channel.voidPromise());
            dispatcher.responseBudget.sending(bytes, large.sent());
            large.sendMore();
            return;
        }
        ChannelFuture written = channel.writeAndFlush(new DefaultFullHttpResponse(
                version, HttpResponseStatus.valueOf(status), sent, headers, EmptyHttpHeaders.INSTANCE));
        dispatcher.responseBudget.sending(bytes, written);
        if (body == BodyState.ENDED) {
            finish();
        }
    }

    /**
     * Sends a response whose content is on the disk, unless the client has disconnected.
     *
     * @param whenEnded runs when the content has been closed
     */
    void send(Exchange of, HttpHeaders headers, StateCopy content, Runnable whenEnded) {
        if (isClosed()) {
            Download.close(content);
            whenEnded.run();
            return;
        }
        boolean isOld = of.request().protocolVersion().equals(HttpVersion.HTTP_1_0);
        headers.set(HttpHeaderNames.CONTENT_LENGTH, Long.toString(content.bytes()));
        if (keepAlive == isOld) {
            headers.set(HttpHeaderNames.CONNECTION, keepAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
        }
        lastActive = connections.checks();
        Download download = new Download(
                channel,
                content,
                dispatcher.responseBudget,
                () -> lastActive = connections.checks(),
                this::passedLargeResponse,
                whenEnded);
        sending = download;
        channel.write(
                new DefaultHttpResponse(
                        isOld ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1, HttpResponseStatus.OK, headers),
                channel.voidPromise());
        download.sendMore();
    }

    /**
     * Begins a response that has no end, unless the client has disconnected: then the stream is closed. A client of HTTP/1.0
     * sees the end by the end of the connection.
     */
    EventStream stream(Exchange of, HttpHeaders headers, EventStreams streams) {
        EventStream opened =
                new EventStream(channel, streams, dispatcher.responseBudget, () -> lastActive = connections.checks());
        if (isClosed()) {
            opened.closed();
            return opened;
        }
        boolean isOld = of.request().protocolVersion().equals(HttpVersion.HTTP_1_0);
        if (isOld) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else {
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        lastActive = connections.checks();
        stream = opened;
        channel.writeAndFlush(
                new DefaultHttpResponse(
                        isOld ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1, HttpResponseStatus.OK, headers),
                channel.voidPromise());
        return opened;
    }

    private void passedLargeResponse() {
        sending = null;
        if (body == BodyState.ENDED) {
            finish();
        }
    }

    /** Runs a task when other connections had their turn. */
    void nextTurn(Runnable task) {
        channel.eventLoop().schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    private void finish() {
        exchange = null;
        if (keepAlive && !closing) {
            processWaiting();
        } else {
            closeWhenSent();
        }
    }

    void closeWhenSent() {
        closing = true;
        EventStream streaming = stream;
        stream = null;
        if (streaming != null) {
            streaming.end().addListener(ChannelFutureListener.CLOSE);
        } else if (sending == null) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
        processWaiting();
    }

    /** Closes the connection if it is idle. Refuses a request whose body has not arrived in time. */
    void checkAge() {
        int now = connections.checks();
        Exchange current = exchange;
        if (stream != null) {
            stream.check();
        }
        if (now - lastActive > IDLE_CHECKS) {
            channel.close();
        } else if (current != null && body != BodyState.ENDED && now - requestBegan > BODY_CHECKS) {
            if (body == BodyState.COLLECTED) {
                refuseBody(current, new HttpError(408, "The body did not come in time"));
            } else {
                channel.close();
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        connections.closed(this);
        closing = true;
        if (sending != null) {
            sending.abandon();
        }
        if (stream != null) {
            stream.closed();
        }
        if (login != null) {
            login.close();
        }
        processWaiting();
        Exchange current = exchange;
        if (current != null && body == BodyState.COLLECTED) {
            current.release();
        } else if (current != null && !current.isAnswered()) {
            current.clientDisconnected();
        }
    }

    /** A client that disconnects is no error. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            log.error("closing an HTTP connection", cause);
        }
        channel.close();
    }
}
