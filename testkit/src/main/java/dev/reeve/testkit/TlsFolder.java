package dev.reeve.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import javax.net.ssl.SSLContext;

/** A folder with the TLS files of a server, and the authority that has issued its certificate. */
public final class TlsFolder {
    private final Path folder;
    private final CertificateAuthority authority = new CertificateAuthority("CN=Test authority");

    /** Writes a certificate and its key. */
    public TlsFolder(Path folder) throws IOException {
        this.folder = folder;
        use(authority.issue("CN=reeve"));
    }

    public CertificateAuthority authority() {
        return authority;
    }

    /** Replaces the certificate and the key. */
    public void use(CertificateAuthority.Certified server) throws IOException {
        write(certificate(), server.certificatePem());
        write(key(), server.keyPem());
    }

    /** Replaces a file as a whole; only its owner may read it. */
    public static void write(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    public Path certificate() {
        return folder.resolve("server.crt");
    }

    public Path key() {
        return folder.resolve("server.key");
    }

    /** The settings of a server with TLS on every door. */
    public String[] settings() {
        return new String[] {"tls.certificate=" + certificate(), "tls.key=" + key()};
    }

    /** The settings of a server that asks clients for a certificate of the authority. */
    public String[] settingsWithClientCa() throws IOException {
        Path clientCa = folder.resolve("client-ca.crt");
        write(clientCa, authority.pem());
        return new String[] {"tls.certificate=" + certificate(), "tls.key=" + key(), "tls.client-ca=" + clientCa};
    }

    /** A client that trusts the server and has no certificate. */
    public SSLContext client() {
        return authority.client(null);
    }
}
