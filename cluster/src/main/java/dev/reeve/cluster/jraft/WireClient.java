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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends requests to other members, over one connection for each. A request is sent after those before it, or not at all. */
final class WireClient implements RpcClient {
    private static final Logger log = LoggerFactory.getLogger(WireClient.class);

    /** Asked and told when another member has acknowledged entries. */
    interface Followers {
        /** Whether this node, which leads, has no entry above this index. */
        boolean isNewest(long index);

        /** Another member has acknowledged entries up to this index, and the library knows. */
        default void acknowledged(long index) {}
    }

    private final Map<Endpoint, WireCalls> members = new ConcurrentHashMap<>();
    private @Nullable Wire wire;
    private Followers followers = index -> false;

    /** Must be called before the first request. */
    void use(Wire sockets, Followers by) {
        wire = sockets;
        followers = by;
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
            WireCalls.End end = hasEntries
                    ? appended((AppendEntriesRequest) request, callback)
                    : (answer, failure) -> complete(callback, answer, failure);
            calls(endpoint).send((Message) request, end, timeoutMillis);
        } catch (RejectedExecutionException e) {
            throw new RemotingException("this node is stopping", e);
        }
    }

    private static void complete(
            InvokeCallback callback, @Nullable Message answer, @Nullable RemotingException failure) {
        run(callback, () -> callback.complete(answer, failure));
    }

    private static void run(InvokeCallback callback, Runnable end) {
        Executor executor = callback.executor();
        if (executor == null) {
            end.run();
            return;
        }
        try {
            executor.execute(end);
        } catch (RejectedExecutionException e) {
            log.debug("the answer to a call came after the end");
        }
    }

    /**
     * A member that has the newest entry gets no other one because of its answer. So nothing is read from the disk then, and the answer is taken here, without
     * another thread, for which the commit would wait.
     */
    private WireCalls.End appended(AppendEntriesRequest request, InvokeCallback callback) {
        long last = request.getPrevLogIndex() + request.getEntriesCount();
        return (answer, failure) -> {
            if (!(answer instanceof AppendEntriesResponse appended && appended.getSuccess())) {
                complete(callback, answer, failure);
                return;
            }
            Runnable end = () -> {
                callback.complete(answer, null);
                followers.acknowledged(last);
            };
            if (followers.isNewest(last)) {
                end.run();
            } else {
                run(callback, end);
            }
        };
    }
}
