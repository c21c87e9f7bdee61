package dev.reeve.net.tls;

import dev.reeve.settings.Setting;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The decoded and checked TLS files.
 *
 * <p>Invariant: the certificate is valid at the time of the check, the key belongs to it, and every certificate of the chain is
 * issued by the next one.
 *
 * @param clientAuthorities the authorities of client certificates; empty if clients are not asked for one
 */
record TlsIdentity(PrivateKey key, List<X509Certificate> chain, List<X509Certificate> clientAuthorities) {
    private static final byte[] PROBE = "reeve".getBytes(StandardCharsets.US_ASCII);

    static TlsIdentity of(TlsSettings settings, TlsFiles files, Instant now) throws TlsException {
        List<X509Certificate> chain =
                certificates(TlsSettings.CERTIFICATE, settings.certificate(), files.certificate());
        checkDates(settings.certificate(), chain.get(0), now);
        checkOrder(settings.certificate(), chain);
        PrivateKey key = key(settings, files.key(), chain.get(0));
        Path clientCa = settings.clientCa();
        String authorities = files.clientCa();
        return new TlsIdentity(
                key,
                chain,
                clientCa == null || authorities == null
                        ? List.of()
                        : certificates(TlsSettings.CLIENT_CA, clientCa, authorities));
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    private static List<X509Certificate> certificates(Setting<?> setting, Path file, String text) throws TlsException {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (PemBlock block : PemBlock.read(text)) {
                if (block.label().equals("CERTIFICATE")) {
                    certificates.add(
                            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.der())));
                }
            }
        } catch (CertificateException | IllegalArgumentException e) {
            throw new TlsException(setting, file, "contains a malformed certificate");
        }
        if (certificates.isEmpty()) {
            throw new TlsException(setting, file, "contains no certificate in PEM");
        }
        return List.copyOf(certificates);
    }

    private static void checkDates(Path file, X509Certificate certificate, Instant now) throws TlsException {
        if (now.isAfter(certificate.getNotAfter().toInstant())) {
            throw new TlsException(
                    TlsSettings.CERTIFICATE,
                    file,
                    "expired at " + certificate.getNotAfter().toInstant());
        }
        if (now.isBefore(certificate.getNotBefore().toInstant())) {
            throw new TlsException(
                    TlsSettings.CERTIFICATE,
                    file,
                    "is not valid before " + certificate.getNotBefore().toInstant());
        }
    }

    private static void checkOrder(Path file, List<X509Certificate> chain) throws TlsException {
        for (int i = 1; i < chain.size(); i++) {
            if (!chain.get(i - 1).getIssuerX500Principal().equals(chain.get(i).getSubjectX500Principal())) {
                throw new TlsException(
                        TlsSettings.CERTIFICATE,
                        file,
                        "is not in order: certificate " + (i + 1) + " must be the issuer of certificate " + i);
            }
        }
    }

    private static PrivateKey key(TlsSettings settings, String text, X509Certificate certificate) throws TlsException {
        PemBlock block = PemBlock.read(text).stream()
                .filter(PemKey::isKey)
                .findFirst()
                .orElseThrow(() -> new TlsException(TlsSettings.KEY, settings.key(), "contains no private key in PEM"));
        if (block.isEncrypted()) {
            throw new TlsException(TlsSettings.KEY, settings.key(), "is encrypted; a key without a password is needed");
        }
        try {
            PrivateKey key = PemKey.decode(block, certificate.getPublicKey().getAlgorithm());
            if (isPair(key, certificate)) {
                return key;
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new TlsException(
                    TlsSettings.KEY,
                    settings.key(),
                    "contains no readable %s key, and the certificate has one"
                            .formatted(certificate.getPublicKey().getAlgorithm()));
        }
        throw new TlsException(
                TlsSettings.KEY, settings.key(), "is not the key of the certificate " + settings.certificate());
    }

    private static boolean isPair(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(PROBE);
        return signature.verify(signed);
    }
}
