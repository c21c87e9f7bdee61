package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequestHeader;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.rpc.impl.ConnectionClosedEventListener;
import com.alipay.sofa.jraft.rpc.impl.core.AppendEntriesRequestProcessor;
import com.google.protobuf.Message;
import dev.reeve.cluster.wire.Wire;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the requests of other members, and hands each to the processor of its kind, on the thread that this one wants.
 *
 * <p>Invariant: the answers to entries keep the order of one connection, and know nothing of others. The library counts them by member: an
 * answer that comes after its connection would be counted with those of the next one, which would then wait for ever.
 */
final class WireServer implements RpcServer {
    private static final Logger log = LoggerFactory.getLogger(WireServer.class);

    private final Wire wire;
    private final InetSocketAddress address;
    private final Consumer<String> disconnected;
    private final Map<String, RpcProcessor<?>> processors = new ConcurrentHashMap<>();
    private final List<ConnectionClosedEventListener> closings = new CopyOnWriteArrayList<>();
    private volatile @Nullable Supplier<AppendEntriesRequestProcessor> appends;

    /** @param disconnected is told the member when a connection ends by which it sent entries */
    WireServer(Wire wire, InetSocketAddress address, Consumer<String> disconnected) {
        this.wire = wire;
        this.address = address;
        this.disconnected = disconnected;
    }

    @Override
    public boolean init(@Nullable Void nothing) {
        wire.serve(WireFrame.PROTOCOL, pipeline -> pipeline.addLast(new WireDecoder(), new Requests()));
        wire.listen(address);
        return true;
    }

    /** The wire is closed by the node, which it belongs to. */
    @Override
    public void shutdown() {}

    @Override
    public void registerConnectionClosedEventListener(ConnectionClosedEventListener listener) {
        closings.add(listener);
    }

    @Override
    public void registerProcessor(RpcProcessor<?> processor) {
        processors.put(processor.interest(), processor);
    }

    /** Sets who makes the processor of entries that each connection has of its own. */
    void appendBy(Supplier<AppendEntriesRequestProcessor> made) {
        appends = made;
    }

    @Override
    public int boundPort() {
        return wire.port();
    }

    /** The processor of these requests; the library promises that it takes them. */
    @SuppressWarnings("unchecked")
    private @Nullable RpcProcessor<Message> processor(Message request, @Nullable RpcProcessor<?> ofAppends) {
        boolean appends = ofAppends != null && request instanceof AppendEntriesRequest;
        return (RpcProcessor<Message>)
                (appends ? ofAppends : processors.get(request.getClass().getName()));
    }

    private static @Nullable Executor executor(RpcProcessor<Message> processor, Message request) {
        RpcProcessor.ExecutorSelector selector = processor.executorSelector();
        if (selector != null && request instanceof AppendEntriesRequest append) {
            AppendEntriesRequestHeader header = AppendEntriesRequestHeader.newBuilder()
                    .setGroupId(append.getGroupId())
                    .setServerId(append.getServerId())
                    .setPeerId(append.getPeerId())
                    .build();
            return selector.select(request.getClass().getName(), header);
        }
        return processor.executor();
    }

    /** Takes the requests of one connection. */
    private final class Requests extends SimpleChannelInboundHandler<WireFrame> {
        private @Nullable WireConnection connection;
        private @Nullable AppendEntriesRequestProcessor append;
        private @Nullable String appending;

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            connection = new WireConnection(context.channel());
            Supplier<AppendEntriesRequestProcessor> made = appends;
            append = made == null ? null : made.get();
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, WireFrame frame) {
            WireConnection from = connection;
            RpcProcessor<Message> processor = processor(frame.message(), append);
            if (from == null || frame.isResponse() || processor == null) {
                log.warn("closing {}: it asks for {}", context.channel(), WireMessage.of(frame.message()));
                context.close();
                return;
            }
            if (frame.message() instanceof AppendEntriesRequest entries) {
                appending = entries.getServerId();
            }
            WireExchange exchange = new WireExchange(from, frame.call());
            Executor executor = executor(processor, frame.message());
            if (executor == null) {
                processor.handleRequest(exchange, frame.message());
                return;
            }
            try {
                executor.execute(() -> processor.handleRequest(exchange, frame.message()));
            } catch (RejectedExecutionException e) {
                log.warn("closing {}: {}", context.channel(), e.toString());
                context.close();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            WireConnection from = connection;
            if (from != null) {
                closings.forEach(listener -> listener.onClosed(from.remoteAddress(), from));
            }
            if (from != null && append != null) {
                append.onClosed(from.remoteAddress(), from);
            }
            if (appending != null) {
                disconnected.accept(appending);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            log.warn("closing {}: {}", context.channel(), cause.toString());
            context.close();
        }
    }
}
