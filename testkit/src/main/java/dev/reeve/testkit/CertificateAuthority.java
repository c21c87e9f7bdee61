package dev.reeve.testkit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** A certificate authority of a test. It encodes X.509 certificates itself, because the JDK only reads them. */
public final class CertificateAuthority {
    private static final int SEQUENCE = 0x30;
    private static final AtomicLong SERIAL_NUMBERS = new AtomicLong();
    private static final byte[] SHA256_WITH_ECDSA = bytes(0x30, 0x0A, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2);
    private static final byte[] BASIC_CONSTRAINTS = bytes(6, 3, 0x55, 0x1D, 0x13);
    private static final byte[] ALTERNATIVE_NAME = bytes(6, 3, 0x55, 0x1D, 0x11);
    private static final byte[] LOOPBACK = bytes(0x87, 4, 127, 0, 0, 1);

    private final Certified self;

    /** A certificate with its key, and the chain to its authority. */
    public record Certified(PrivateKey key, List<X509Certificate> chain) {
        public X509Certificate certificate() {
            return chain.get(0);
        }

        public String certificatePem() {
            StringBuilder pem = new StringBuilder();
            for (X509Certificate certificate : chain) {
                try {
                    pem.append(CertificateAuthority.pem("CERTIFICATE", certificate.getEncoded()));
                } catch (GeneralSecurityException e) {
                    throw new IllegalStateException(e);
                }
            }
            return pem.toString();
        }

        public String keyPem() {
            return CertificateAuthority.pem("PRIVATE KEY", key.getEncoded());
        }
    }

    /** Presents a certificate in any case. The JDK's own one presents none if the server does not accept its issuer. */
    private static final class OneKey extends X509ExtendedKeyManager {
        private final Certified own;

        OneKey(Certified own) {
            this.own = own;
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return new String[] {"own"};
        }

        @Override
        public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
            return "own";
        }

        @Override
        public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
            return "own";
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return own.chain.toArray(X509Certificate[]::new);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return own.key;
        }
    }

    /** Creates an authority with a certificate of its own. */
    public CertificateAuthority(String name) {
        KeyPair keys = keyPair("EC", 256);
        self = new Certified(
                keys.getPrivate(),
                List.of(certificate(
                        keys, name, keys.getPrivate(), name, Instant.now().plus(Duration.ofDays(3650)), true)));
    }

    /** Issues a certificate for 127.0.0.1 that is valid for a year. */
    public Certified issue(String subject) {
        return issue(subject, Duration.ofDays(365));
    }

    /** Issues a certificate whose validity began 30 days ago and ends after this time, which may be negative. */
    public Certified issue(String subject, Duration validFor) {
        return issue(subject, keyPair("EC", 256), validFor);
    }

    /** Issues a certificate for these keys. */
    public Certified issue(String subject, KeyPair keys, Duration validFor) {
        X509Certificate issuer = self.certificate();
        X509Certificate issued = certificate(
                keys,
                subject,
                self.key,
                issuer.getSubjectX500Principal().getName(),
                Instant.now().plus(validFor),
                false);
        return new Certified(keys.getPrivate(), List.of(issued, issuer));
    }

    /** A certificate that only its own key has signed. */
    public static Certified selfSigned(String subject) {
        KeyPair keys = keyPair("EC", 256);
        return new Certified(
                keys.getPrivate(),
                List.of(certificate(
                        keys, subject, keys.getPrivate(), subject, Instant.now().plus(Duration.ofDays(30)), false)));
    }

    /** The certificate of the authority. */
    public String pem() {
        return self.certificatePem();
    }

    public static KeyPair keyPair(String algorithm, int size) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(size);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A client that trusts this authority and presents a certificate, if it has one. */
    public SSLContext client(@Nullable Certified own) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("ca", self.certificate());
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own == null ? null : new KeyManager[] {new OneKey(own)}, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509Certificate certificate(
            KeyPair keys, String subject, PrivateKey signer, String issuer, Instant until, boolean isAuthority) {
        Instant from = Instant.now().minus(Duration.ofDays(30));
        byte[] extension = isAuthority
                ? sequence(BASIC_CONSTRAINTS, element(4, sequence(bytes(1, 1, 0xFF))))
                : sequence(ALTERNATIVE_NAME, element(4, sequence(element(0x82, "localhost"), LOOPBACK)));
        byte[] content = sequence(
                bytes(0xA0, 3, 2, 1, 2),
                element(2, BigInteger.valueOf(SERIAL_NUMBERS.incrementAndGet()).toByteArray()),
                SHA256_WITH_ECDSA,
                new X500Principal(issuer).getEncoded(),
                sequence(element(0x18, time(from)), element(0x18, time(until))),
                new X500Principal(subject).getEncoded(),
                keys.getPublic().getEncoded(),
                element(0xA3, sequence(extension)));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(signer);
            signature.update(content);
            byte[] der = sequence(content, SHA256_WITH_ECDSA, element(3, concat(bytes(0), signature.sign())));
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String time(Instant instant) {
        return DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'")
                .withZone(ZoneOffset.UTC)
                .format(instant);
    }

    /** Encodes a block of PEM. */
    public static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END " + label + "-----\n";
    }

    private static byte[] sequence(byte[]... parts) {
        return element(SEQUENCE, concat(parts));
    }

    private static byte[] element(int tag, String text) {
        return element(tag, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] element(int tag, byte[] content) {
        int length = content.length;
        if (length < 0x80) {
            return concat(bytes(tag, length), content);
        }
        byte[] head = length < 0x100 ? bytes(tag, 0x81, length) : bytes(tag, 0x82, length >> 8, length);
        return concat(head, content);
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
