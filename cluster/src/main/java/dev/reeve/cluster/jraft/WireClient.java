package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.InvokeContext;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.Message;
import dev.reeve.cluster.wire.Wire;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Sends requests to other members, over one connection for each. A request is sent after those before it, or not at all. */
final class WireClient implements RpcClient {
    private final Map<Endpoint, WireCalls> members = new ConcurrentHashMap<>();
    private @Nullable Wire wire;
    private LongConsumer acknowledged = index -> {};

    /** Must be called before the first request. */
    void use(Wire sockets, LongConsumer told) {
        wire = sockets;
        acknowledged = told;
    }

    @Override
    public boolean init(@Nullable RpcOptions options) {
        return true;
    }

    @Override
    public void shutdown() {
        members.values().forEach(WireCalls::disconnect);
    }

    private WireCalls calls(Endpoint endpoint) {
        Wire sockets = wire;
        if (sockets == null) {
            throw new IllegalStateException("a client without a wire");
        }
        return members.computeIfAbsent(endpoint, address -> new WireCalls(sockets, address));
    }

    /** A connection is made with the first request: the library would wait for it with its lock held. */
    @Override
    public boolean checkConnection(Endpoint endpoint) {
        return true;
    }

    @Override
    public boolean checkConnection(Endpoint endpoint, boolean createIfAbsent) {
        return true;
    }

    @Override
    public void closeConnection(Endpoint endpoint) {
        calls(endpoint).disconnect();
    }

    /** The library retries members that were away by itself. */
    @Override
    public void registerConnectEventListener(ReplicatorGroup replicators) {}

    @Override
    public Object invokeSync(Endpoint endpoint, Object request, @Nullable InvokeContext context, long timeoutMillis)
            throws InterruptedException, RemotingException {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        invokeAsync(
                endpoint,
                request,
                context,
                (result, failure) -> {
                    if (failure == null) {
                        answer.complete(result);
                    } else {
                        answer.completeExceptionally(failure);
                    }
                },
                timeoutMillis);
        try {
            return answer.get(2 * timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RemotingException known ? known : new RemotingException(e.getCause());
        } catch (TimeoutException e) {
            throw new InvokeTimeoutException("no answer of " + endpoint);
        }
    }

    /** Entries on their way to a member. */
    private final class Appending implements InvokeCallback {
        private final long last;
        private final InvokeCallback callback;

        Appending(AppendEntriesRequest request, InvokeCallback callback) {
            this.last = request.getPrevLogIndex() + request.getEntriesCount();
            this.callback = callback;
        }

        @Override
        public @Nullable Executor executor() {
            return callback.executor();
        }

        @Override
        public void complete(@Nullable Object answer, @Nullable Throwable failure) {
            callback.complete(answer, failure);
            if (answer instanceof AppendEntriesResponse appended && appended.getSuccess()) {
                acknowledged.accept(last);
            }
        }
    }

    @Override
    public void invokeAsync(
            Endpoint endpoint,
            Object request,
            @Nullable InvokeContext context,
            InvokeCallback callback,
            long timeoutMillis)
            throws RemotingException {
        try {
            boolean hasEntries = request instanceof AppendEntriesRequest append && append.getEntriesCount() > 0;
            InvokeCallback end = hasEntries ? new Appending((AppendEntriesRequest) request, callback) : callback;
            calls(endpoint).send((Message) request, end, timeoutMillis);
        } catch (RejectedExecutionException e) {
            throw new RemotingException("this node is stopping", e);
        }
    }
}
