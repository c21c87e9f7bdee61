package dev.reeve.cluster.wire;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * TLS between nodes: both sides have to show a certificate of the authority that the context trusts. Whoever has one is taken for a
 * node, so the authority should be one of the cluster alone.
 */
public final class TlsSecurity implements Wire.Security {
    private static final String[] VERSIONS = {"TLSv1.3"};

    private final SSLContext context;

    public TlsSecurity(SSLContext context) {
        this.context = context;
    }

    @Override
    public void connecting(Channel channel, String host, int port) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(VERSIONS);
        channel.pipeline().addLast(new SslHandler(engine));
    }

    @Override
    public void accepted(Channel channel, Wire.Stranger stranger) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(true);
        engine.setEnabledProtocols(VERSIONS);
        SslHandler handler = new SslHandler(engine);
        handler.handshakeFuture().addListener(done -> {
            if (!done.isSuccess()) {
                stranger.refused("the TLS handshake failed: " + done.cause().getMessage());
            }
        });
        channel.pipeline().addLast(handler);
    }
}
