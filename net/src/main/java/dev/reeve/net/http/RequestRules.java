package dev.reeve.net.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds for every request, whatever its route. All of it is checked on the head, before a route is looked up. */
final class RequestRules {
    private static final String SCHEME = "http://";
    private static final char DELETE = 0x7F;

    private final HostRule hosts;

    RequestRules(HostRule hosts) {
        this.hosts = hosts;
    }

    /**
     * Throws the refusal of a request that cannot be served. The end of a refused request may be unknown.
     *
     * @return whether the hosts that the request names are allowed ({@link HostRule})
     */
    boolean check(HttpRequest request) throws HttpError {
        HttpVersion version = request.protocolVersion();
        boolean isOld = version.equals(HttpVersion.HTTP_1_0);
        checkTransferEncoding(request.headers(), isOld);
        checkDecoded(request);
        if (!isOld && !version.equals(HttpVersion.HTTP_1_1)) {
            throw new HttpError(501, "The version of HTTP is not supported");
        }
        String host = host(request.headers(), isOld);
        String named = authority(request.uri());
        boolean allowed = allows(host);
        allowed &= allows(named);
        if (BrowserRule.isForeign(request.headers(), host)) {
            throw ProblemType.CROSS_SITE
                    .of("Web pages of other origins are not allowed")
                    .error();
        }
        checkExpectation(request.headers(), isOld);
        checkContentEncoding(request.headers());
        return allowed;
    }

    private static void checkDecoded(HttpRequest request) throws HttpError {
        if (request.decoderResult().isFailure()) {
            Throwable cause = request.decoderResult().cause();
            if (cause instanceof HttpError refusal) {
                throw refusal;
            }
            if (cause instanceof TooLongHttpLineException) {
                throw new HttpError(414, "The address is too long");
            }
            throw cause instanceof TooLongHttpHeaderException
                    ? new HttpError(431, "The headers are too long")
                    : HttpError.badRequest("Bad request");
        }
    }

    /** The end of a body in any other encoding is unknown. The codec fails then too, without saying why. */
    private static void checkTransferEncoding(HttpHeaders headers, boolean isOld) throws HttpError {
        if (!headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return;
        }
        List<String> encodings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (isOld) {
            throw HttpError.badRequest("HTTP/1.0 has no Transfer-Encoding");
        }
        if (headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            throw HttpError.badRequest("Content-Length and Transfer-Encoding exclude each other");
        }
        if (encodings.size() > 1 || !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(encodings.get(0))) {
            throw new HttpError(501, "The only Transfer-Encoding is chunked");
        }
    }

    private static @Nullable String host(HttpHeaders headers, boolean isOld) throws HttpError {
        List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
        if (hosts.size() > 1 || (hosts.isEmpty() && !isOld)) {
            throw HttpError.badRequest("Expected one Host header");
        }
        return hosts.isEmpty() ? null : hosts.get(0);
    }

    /** The authority in a request target; null if the target is only a path. */
    private static @Nullable String authority(String target) throws HttpError {
        boolean isPath = target.startsWith("/") || target.equals("*");
        boolean isAbsolute = target.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        if (hasControls(target) || !(isPath || isAbsolute)) {
            throw HttpError.badRequest("The request target is malformed");
        }
        if (isPath) {
            return null;
        }
        String rest = target.substring(SCHEME.length());
        int end = 0;
        while (end < rest.length() && rest.charAt(end) != '/' && rest.charAt(end) != '?') {
            end++;
        }
        return rest.substring(0, end);
    }

    /** Whether a character cannot be part of a target. Bytes above ASCII can: some clients send UTF-8 unencoded. */
    private static boolean hasControls(String target) {
        for (int i = 0; i < target.length(); i++) {
            char character = target.charAt(i);
            if (character <= ' ' || character == DELETE || character == '#') {
                return true;
            }
        }
        return false;
    }

    private boolean allows(@Nullable String authority) throws HttpError {
        if (authority == null) {
            return true;
        }
        String host = HostRule.hostOf(authority);
        if (host == null) {
            throw HttpError.badRequest("The host is malformed");
        }
        return hosts.allows(host);
    }

    private static void checkExpectation(HttpHeaders headers, boolean isOld) throws HttpError {
        if (!headers.contains(HttpHeaderNames.EXPECT)) {
            return;
        }
        for (String expectation : headers.getAll(HttpHeaderNames.EXPECT)) {
            if (!isOld && !HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expectation)) {
                throw new HttpError(417, "The only expectation is 100-continue");
            }
        }
    }

    private static void checkContentEncoding(HttpHeaders headers) throws HttpError {
        if (!headers.contains(HttpHeaderNames.CONTENT_ENCODING)) {
            return;
        }
        boolean hasBody = headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                || !headers.get(HttpHeaderNames.CONTENT_LENGTH, "0").equals("0");
        for (String encoding : headers.getAll(HttpHeaderNames.CONTENT_ENCODING)) {
            if (hasBody && !HttpHeaderValues.IDENTITY.contentEqualsIgnoreCase(encoding)) {
                throw HttpError.contentEncoding();
            }
        }
    }
}
