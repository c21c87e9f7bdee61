package dev.reeve.net.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rule for requests that a web page makes a browser send. Only pages of this server itself and requests of the user, such
 * as an address that was typed in, are allowed. A page on another port of the same machine is <i>same-site</i>, so it is
 * refused as well. Other clients send none of these headers.
 */
final class BrowserRule {
    private static final AsciiString SEC_FETCH_SITE = AsciiString.cached("sec-fetch-site");
    private static final AsciiString SEC_FETCH_MODE = AsciiString.cached("sec-fetch-mode");
    private static final AsciiString SEC_FETCH_DEST = AsciiString.cached("sec-fetch-dest");
    private static final String BROWSER = "Mozilla/";
    private static final List<String> OWN_SITES = List.of("same-origin", "none");
    private static final List<String> SCHEMES = List.of("http://", "https://");

    private BrowserRule() {}

    /**
     * Whether a page of another origin caused the request.
     *
     * @param host the value of the Host header; null if there is none
     */
    static boolean isForeign(HttpHeaders headers, @Nullable String host) {
        return (headers.contains(SEC_FETCH_SITE) && !OWN_SITES.containsAll(headers.getAll(SEC_FETCH_SITE)))
                || (headers.contains(HttpHeaderNames.ORIGIN)
                        && !headers.getAll(HttpHeaderNames.ORIGIN).stream().allMatch(origin -> isOwn(origin, host)));
    }

    /**
     * Whether the client may be told that a password is accepted. A browser then asks its user for one, also if a script
     * has sent the request. So a browser is told only when its user opens an address. Browsers do not say that to a plain
     * HTTP server with a name; then the name has to be allowed, because it may be that of a page.
     */
    static boolean mayAskForPassword(HttpHeaders headers, boolean hostAllowed) {
        if (headers.contains(SEC_FETCH_MODE)) {
            return headers.contains(SEC_FETCH_MODE, "navigate", false)
                    && headers.contains(SEC_FETCH_DEST, "document", false);
        }
        return hostAllowed || !headers.get(HttpHeaderNames.USER_AGENT, "").startsWith(BROWSER);
    }

    /** Browsers before Sec-Fetch-Site send the origin alone. Behind a proxy, the scheme may be another one. */
    private static boolean isOwn(String origin, @Nullable String host) {
        String text = origin.toLowerCase(Locale.ROOT);
        return host != null && SCHEMES.stream().anyMatch(scheme -> text.equals(scheme + host.toLowerCase(Locale.ROOT)));
    }
}
