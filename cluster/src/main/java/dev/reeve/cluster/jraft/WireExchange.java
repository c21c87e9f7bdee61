package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.rpc.Connection;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.google.protobuf.Message;

/** A request that waits for its response. */
record WireExchange(WireConnection connection, long call) implements RpcContext {
    @Override
    public void sendResponse(Object response) {
        connection.send(new WireFrame(true, call, (Message) response));
    }

    @Override
    public Connection getConnection() {
        return connection;
    }

    @Override
    public String getRemoteAddress() {
        return connection.remoteAddress();
    }
}
