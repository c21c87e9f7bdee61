package dev.reeve.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.testkit.CertificateAuthority;
import dev.reeve.testkit.CertificateAuthority.Certified;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.TlsFolder;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.interfaces.ECPrivateKey;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which TLS files are taken, at the start and when they change, and what is said about those that are not. */
class TlsFilesTest {
    private static final Duration YEAR = Duration.ofDays(365);

    @TempDir
    private Path folder;

    private TlsFolder files;

    @BeforeEach
    void write() throws IOException {
        files = new TlsFolder(folder);
    }

    private Tls open() throws TlsException {
        return new Tls(
                new TlsSettings(files.certificate(), files.key(), null, ClientAuthentication.REQUIRED),
                Clock.systemUTC());
    }

    private void refused(String expected) {
        assertThatThrownBy(() -> open().close())
                .isInstanceOf(TlsException.class)
                .hasMessage(expected.replace("CERT", files.certificate().toString())
                        .replace("KEY", files.key().toString()));
    }

    @Test
    void files_that_are_missing_or_no_PEM_are_named() throws IOException {
        TlsFolder.write(files.certificate(), "hello");
        refused("tls.certificate: CERT contains no certificate in PEM");
        TlsFolder.write(files.certificate(), CertificateAuthority.pem("CERTIFICATE", new byte[100]));
        refused("tls.certificate: CERT contains a malformed certificate");
        TlsFolder.write(files.certificate(), "x".repeat(2 << 20));
        refused("tls.certificate: CERT is larger than 1 MiB");
        Files.delete(files.certificate());
        refused("tls.certificate: CERT does not exist");
        Files.createDirectory(files.certificate());
        refused("tls.certificate: CERT cannot be read: Is a directory");
        Files.delete(files.key());
        refused("tls.key: KEY does not exist");
    }

    @Test
    void a_key_that_cannot_be_used_is_named() throws IOException {
        TlsFolder.write(files.key(), "hello");
        refused("tls.key: KEY contains no private key in PEM");
        TlsFolder.write(files.key(), CertificateAuthority.pem("PRIVATE KEY", new byte[100]));
        refused("tls.key: KEY contains no readable EC key, and the certificate has one");
        TlsFolder.write(files.key(), CertificateAuthority.pem("EC PRIVATE KEY", new byte[100]));
        refused("tls.key: KEY contains no readable EC key, and the certificate has one");
        TlsFolder.write(files.key(), "-----BEGIN PRIVATE KEY-----\n===\n-----END PRIVATE KEY-----\n");
        refused("tls.key: KEY contains no readable EC key, and the certificate has one");
        TlsFolder.write(files.key(), CertificateAuthority.pem("ENCRYPTED PRIVATE KEY", new byte[100]));
        refused("tls.key: KEY is encrypted; a key without a password is needed");
        TlsFolder.write(
                files.key(),
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----\n");
        refused("tls.key: KEY is encrypted; a key without a password is needed");
        TlsFolder.write(files.key(), files.authority().issue("CN=other").keyPem());
        refused("tls.key: KEY is not the key of the certificate CERT");
    }

    @Test
    void a_certificate_that_is_not_valid_now_is_refused() throws IOException {
        Certified expired = files.authority().issue("CN=reeve", Duration.ofDays(-1));
        files.use(expired);
        refused("tls.certificate: CERT expired at "
                + expired.certificate().getNotAfter().toInstant());
        files.use(files.authority().issue("CN=reeve"));
        Clock early = Clock.offset(Clock.systemUTC(), Duration.ofDays(-1000));
        assertThatThrownBy(() -> new Tls(
                        new TlsSettings(files.certificate(), files.key(), null, ClientAuthentication.REQUIRED), early))
                .hasMessageContaining(files.certificate() + " is not valid before ");
    }

    @Test
    void a_chain_in_the_wrong_order_is_refused() throws IOException {
        Certified server = files.authority().issue("CN=reeve");
        TlsFolder.write(
                files.certificate(),
                new Certified(server.key(), List.of(server.certificate(), server.certificate())).certificatePem());
        refused("tls.certificate: CERT is not in order: certificate 2 must be the issuer of certificate 1");
    }

    @ParameterizedTest
    @CsvSource({
        "rw-------, true",
        "r--------, true",
        "rw-r-----, true",
        "rw-rw----, false",
        "rw-r--r--, false",
        "rw-----w-, false"
    })
    void a_key_that_other_users_can_read_or_replace_is_refused(String mode, boolean taken) throws IOException {
        Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString(mode));
        if (taken) {
            assertThatCode(() -> open().close()).doesNotThrowAnyException();
        } else {
            refused("tls.key: KEY is open to other users of this machine: run chmod 600 KEY");
        }
    }

    @ParameterizedTest
    @CsvSource({"EC, 256", "EC, 384", "RSA, 2048", "Ed25519, 255"})
    void keys_of_all_usual_kinds_are_taken(String algorithm, int bits) throws IOException {
        KeyPair keys = CertificateAuthority.keyPair(algorithm, bits);
        files.use(files.authority().issue("CN=reeve", keys, YEAR));
        assertThatCode(() -> open().close()).doesNotThrowAnyException();
    }

    @Test
    void keys_in_their_older_forms_are_taken() throws IOException {
        KeyPair rsa = CertificateAuthority.keyPair("RSA", 2048);
        files.use(files.authority().issue("CN=reeve", rsa, YEAR));
        byte[] pkcs8 = rsa.getPrivate().getEncoded();
        // The older form is the last field, after 26 bytes.
        byte[] pkcs1 = Arrays.copyOfRange(pkcs8, 26, pkcs8.length);
        TlsFolder.write(files.key(), CertificateAuthority.pem("RSA PRIVATE KEY", pkcs1));
        assertThatCode(() -> open().close()).doesNotThrowAnyException();

        KeyPair ec = CertificateAuthority.keyPair("EC", 256);
        files.use(files.authority().issue("CN=reeve", ec, YEAR));
        TlsFolder.write(
                files.key(),
                CertificateAuthority.pem("EC PARAMETERS", new byte[10])
                        + CertificateAuthority.pem("EC PRIVATE KEY", sec1((ECPrivateKey) ec.getPrivate())));
        assertThatCode(() -> open().close()).doesNotThrowAnyException();
    }

    /** The older form of a key on the curve P-256: version, number and curve. */
    private static byte[] sec1(ECPrivateKey key) {
        String number = String.format("%064x", new BigInteger(1, key.getS().toByteArray()));
        return HexFormat.of().parseHex("3031020101" + "0420" + number + "a00a06082a8648ce3d030107");
    }

    @Test
    void changed_files_are_taken_if_they_are_valid() throws Exception {
        try (Tls tls = open();
                LogLines log = new LogLines(Tls.class)) {
            double before = tls.expiresInSeconds();
            tls.readAgain();
            files.use(files.authority().issue("CN=new", Duration.ofDays(10)));
            tls.readAgain();
            assertThat(tls.toString()).startsWith("certificate of CN=new, valid until ");
            assertThat(before).isGreaterThan(364 * 86_400.0);
            assertThat(tls.expiresInSeconds()).isBetween(9 * 86_400.0, 10 * 86_400.0);
            assertThat(log.told()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"expired", "other key", "no PEM", "missing", "open"})
    void changed_files_that_are_not_valid_are_reported_once_and_the_old_ones_stay(String what) throws Exception {
        try (Tls tls = open();
                LogLines log = new LogLines(Tls.class)) {
            switch (what) {
                case "expired" -> files.use(files.authority().issue("CN=new", Duration.ofDays(-1)));
                case "other key" ->
                    TlsFolder.write(
                            files.key(), files.authority().issue("CN=new").keyPem());
                case "no PEM" -> TlsFolder.write(files.certificate(), "");
                case "missing" -> Files.delete(files.key());
                default -> Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r--r--"));
            }
            IntStream.range(0, 3).forEach(i -> tls.readAgain());
            assertThat(tls.toString()).startsWith("certificate of CN=reeve, ");
            assertThat(log.told())
                    .singleElement()
                    .asString()
                    .startsWith("the new TLS files are not taken, and the old ones stay in use: tls.");
            files.use(files.authority().issue("CN=new"));
            tls.readAgain();
            assertThat(tls.toString()).startsWith("certificate of CN=new, ");
        }
    }
}
