package dev.reeve.dashboard;

import dev.reeve.net.http.Exchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A file for browsers, in memory. It is compressed once, when the server starts. Safe from any thread. */
final class WebFile {
    private static final int TAG_BYTES = 12;

    private final String mediaType;
    private final byte[] plain;
    private final byte[] compressed;
    private final String tag;

    WebFile(String mediaType, byte[] plain) {
        this.mediaType = mediaType;
        this.plain = plain;
        this.compressed = compress(plain);
        this.tag = tag(plain);
    }

    private static byte[] compress(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static String tag(byte[] plain) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(plain);
            return HexFormat.of().formatHex(Arrays.copyOf(hash, TAG_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Answers with the file, or that the client has it already. The two encodings are two representations with a tag each. */
    void answer(Exchange exchange) {
        boolean zipped = accepts(exchange.header("accept-encoding"));
        String etag = '"' + tag + (zipped ? "-gzip\"" : "\"");
        byte[] bytes = zipped ? compressed : plain;
        exchange.header("etag", etag);
        exchange.header("vary", "accept-encoding");
        if (zipped) {
            exchange.header("content-encoding", "gzip");
        }
        if (matches(exchange.header("if-none-match"), etag)) {
            exchange.notModified(mediaType, bytes);
        } else {
            exchange.file(mediaType, bytes);
        }
    }

    private static boolean accepts(@Nullable String header) {
        if (header == null) {
            return false;
        }
        for (String coding : header.toLowerCase(Locale.ROOT).split(",", -1)) {
            String plain = coding.replace(" ", "");
            if (plain.equals("gzip") || (plain.startsWith("gzip;") && !plain.matches("gzip;q=0(\\.0*)?"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(@Nullable String header, String etag) {
        if (header == null) {
            return false;
        }
        for (String known : header.split(",", -1)) {
            String strong = known.strip();
            strong = strong.startsWith("W/") ? strong.substring(2) : strong;
            if (strong.equals(etag) || strong.equals("*")) {
                return true;
            }
        }
        return false;
    }
}
