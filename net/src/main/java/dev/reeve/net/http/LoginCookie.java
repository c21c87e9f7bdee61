package dev.reeve.net.http;

import dev.reeve.access.BrowserLogins;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The cookie of somebody who has logged in through a browser. No script can read it, and no page of another site makes the
 * browser send it. Over TLS its name makes sure that no other host has set it.
 */
final class LoginCookie {
    private static final String TLS_NAME = "__Host-reeve";
    private static final String PLAIN_NAME = "reeve";
    private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Strict; Max-Age=";

    private LoginCookie() {}

    /** The secret that a request sends; null if it sends none. */
    static @Nullable String read(HttpHeaders headers, boolean tls) {
        String wanted = name(tls) + "=";
        for (String header : headers.getAll(HttpHeaderNames.COOKIE)) {
            for (String cookie : header.split(";", -1)) {
                if (cookie.strip().startsWith(wanted)) {
                    return cookie.strip().substring(wanted.length());
                }
            }
        }
        return null;
    }

    /** The header that lets the browser keep a secret. */
    static String set(String secret, boolean tls) {
        return name(tls) + "=" + secret + ATTRIBUTES + BrowserLogins.LIFETIME_SECONDS + (tls ? "; Secure" : "");
    }

    /** The header that lets the browser forget its secret. */
    static String clear(boolean tls) {
        return name(tls) + "=" + ATTRIBUTES + "0" + (tls ? "; Secure" : "");
    }

    private static String name(boolean tls) {
        return tls ? TLS_NAME : PLAIN_NAME;
    }
}
