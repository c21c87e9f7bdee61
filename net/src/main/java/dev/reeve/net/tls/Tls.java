package dev.reeve.net.tls;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS of all doors, with the JDK's own engine. The files are read again at intervals. New connections get the newest
 * certificate that was valid when it was read; open connections keep theirs. Any thread.
 */
public final class Tls implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Tls.class);
    private static final long READ_AGAIN_SECONDS = 10;
    private static final long HANDSHAKE_SECONDS = 10;
    private static final long CLOSE_MILLIS = 1_000;
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};
    /** Authenticated encryption with forward secrecy. */
    private static final Pattern MODERN_CIPHERS =
            Pattern.compile("TLS_(AES|CHACHA20)_.*|TLS_ECDHE_(ECDSA|RSA)_WITH_(AES_\\d+_GCM|CHACHA20_POLY1305)_.*");

    private static final ApplicationProtocolConfig HTTP_1_1 = new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_1_1);

    static {
        // A client of TLS 1.2 could otherwise make the server compute handshakes again and again on one connection.
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    }

    private final TlsSettings settings;
    private final Clock clock;
    private final HandshakeThreads threads = new HandshakeThreads();
    private final Handshakes handshakes = new Handshakes();
    private final ScheduledExecutorService reader =
            Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("reeve-tls-files", true));
    private TlsFiles read;
    private String refused = "";
    private volatile Contexts current;

    /** What a new connection gets. */
    private record Contexts(SslContext tcp, SslContext http, X509Certificate certificate) {}

    /** Reads the files. */
    public Tls(TlsSettings settings, Clock clock) throws TlsException {
        this.settings = settings;
        this.clock = clock;
        this.read = TlsFiles.read(settings);
        this.current = contexts(read);
    }

    /** Starts to read the files at intervals. */
    public void watch() {
        reader.scheduleWithFixedDelay(this::readAgain, READ_AGAIN_SECONDS, READ_AGAIN_SECONDS, TimeUnit.SECONDS);
    }

    /** Reads the files, and takes them if they have changed and are valid. Otherwise the log has the reason, once. */
    public synchronized void readAgain() {
        try {
            TlsFiles now = TlsFiles.read(settings);
            if (now.equals(read)) {
                refused = "";
                return;
            }
            current = contexts(now);
            read = now;
            refused = "";
            log.info("new TLS files are in use; {}", this);
        } catch (TlsException | RuntimeException e) {
            String reason = String.valueOf(e.getMessage());
            if (!reason.equals(refused)) {
                refused = reason;
                log.error("the new TLS files are not taken, and the old ones stay in use: {}", reason);
            }
        }
    }

    private Contexts contexts(TlsFiles files) throws TlsException {
        TlsIdentity identity = TlsIdentity.of(settings, files, clock.instant());
        try {
            return new Contexts(
                    builder(identity).build(),
                    builder(identity).applicationProtocolConfig(HTTP_1_1).build(),
                    identity.certificate());
        } catch (SSLException | IllegalArgumentException | NoSuchAlgorithmException e) {
            throw new TlsException(
                    TlsSettings.CERTIFICATE, settings.certificate(), "cannot be used: " + e.getMessage());
        }
    }

    private SslContextBuilder builder(TlsIdentity identity) throws NoSuchAlgorithmException {
        SslContextBuilder builder = SslContextBuilder.forServer(
                        identity.key(), identity.chain().toArray(X509Certificate[]::new))
                .sslProvider(SslProvider.JDK)
                .protocols(VERSIONS)
                .ciphers(ciphers(), SupportedCipherSuiteFilter.INSTANCE);
        if (!identity.clientAuthorities().isEmpty()) {
            builder.trustManager(identity.clientAuthorities().toArray(X509Certificate[]::new))
                    .clientAuth(settings.clientAuthentication().netty);
        }
        return builder;
    }

    private static List<String> ciphers() throws NoSuchAlgorithmException {
        return Arrays.stream(SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites())
                .filter(name -> MODERN_CIPHERS.matcher(name).matches())
                .toList();
    }

    /** A handler that encrypts a new connection of a TCP door. */
    public SslHandler forTcp(Channel connection) {
        return handler(current.tcp, connection);
    }

    /** A handler that encrypts a new connection of HTTP, and agrees on HTTP/1.1. */
    public SslHandler forHttp(Channel connection) {
        return handler(current.http, connection);
    }

    private SslHandler handler(SslContext context, Channel connection) {
        SslHandler handler = context.newHandler(connection.alloc(), threads.of(connection));
        handler.setHandshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS);
        handler.setCloseNotifyFlushTimeoutMillis(CLOSE_MILLIS);
        return handler;
    }

    /** The unfinished handshakes. */
    public Handshakes handshakes() {
        return handshakes;
    }

    /** When the certificate in use expires. */
    public Instant expiresAt() {
        return current.certificate.getNotAfter().toInstant();
    }

    /** The seconds until the certificate in use expires; negative after that. */
    public double expiresInSeconds() {
        return clock.instant().until(expiresAt(), ChronoUnit.MILLIS) / 1e3;
    }

    /** The certificate in use, for the log. */
    @Override
    public String toString() {
        X509Certificate certificate = current.certificate;
        return "certificate of %s, valid until %s"
                .formatted(
                        certificate.getSubjectX500Principal().getName(),
                        certificate.getNotAfter().toInstant());
    }

    @Override
    public void close() {
        reader.shutdownNow();
        threads.close();
    }
}
