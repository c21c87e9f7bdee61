package dev.reeve.net;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * Who is at the other end of a connection.
 *
 * @param certificateSubject the subject of the verified client certificate, as in RFC 2253; null if there is none
 */
public record Peer(InetAddress address, @Nullable String certificateSubject) {
    /** The peer of a connection that is open, and whose handshake is finished if it uses TLS. */
    public static Peer of(Channel connection) {
        if (connection instanceof RelayedChannel relayed) {
            return relayed.peer();
        }
        // A connection within the process, as in tests, has another kind of address.
        InetAddress address = connection.remoteAddress() instanceof InetSocketAddress remote
                ? remote.getAddress()
                : InetAddress.getLoopbackAddress();
        SslHandler tls = connection.pipeline().get(SslHandler.class);
        return new Peer(address, tls == null ? null : subject(tls));
    }

    private static @Nullable String subject(SslHandler tls) {
        try {
            return tls.engine().getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? certificate.getSubjectX500Principal().getName()
                    : null;
        } catch (SSLPeerUnverifiedException none) {
            return null;
        }
    }
}
