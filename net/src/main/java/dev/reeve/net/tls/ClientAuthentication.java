package dev.reeve.net.tls;

import io.netty.handler.ssl.ClientAuth;

/** Whether clients are asked for a certificate. A certificate that is presented must be valid in any case. */
public enum ClientAuthentication {
    OPTIONAL(ClientAuth.OPTIONAL),
    REQUIRED(ClientAuth.REQUIRE);

    final ClientAuth netty;

    ClientAuthentication(ClientAuth netty) {
        this.netty = netty;
    }
}
