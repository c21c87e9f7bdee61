package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.RaftRpcFactory;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.util.Endpoint;
import com.alipay.sofa.jraft.util.SPI;
import org.jspecify.annotations.Nullable;

/** Gives the library our wire. The library finds this class by its name in {@code META-INF/services}. */
@SPI(name = "reeve", priority = 100)
public final class WireFactory implements RaftRpcFactory {
    @Override
    public void registerProtobufSerializer(String className, Object... arguments) {
        // The messages are known: WireMessage.
    }

    @Override
    public RpcClient createRpcClient(@Nullable ConfigHelper<RpcClient> helper) {
        WireClient client = new WireClient();
        if (helper != null) {
            helper.config(client);
        }
        return client;
    }

    @Override
    public ConfigHelper<RpcClient> defaultJRaftClientConfigHelper(RpcOptions options) {
        WireOptions known = (WireOptions) options;
        return client -> ((WireClient) client).use(known.wire(), known.followers());
    }

    /** A server needs a wire, so {@link JraftConsensus} makes its own. */
    @Override
    public RpcServer createRpcServer(Endpoint endpoint, @Nullable ConfigHelper<RpcServer> helper) {
        throw new UnsupportedOperationException("a server without a wire");
    }
}
