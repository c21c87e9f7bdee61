package dev.reeve.net.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Clock;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS of servers among each other: each shows a certificate, and trusts those of one authority only. */
public final class PeerTls {
    private static final char[] NO_PASSWORD = new char[0];

    private PeerTls() {}

    /** Reads the files. */
    public static SSLContext context(Path certificate, Path key, Path authority, Clock clock) throws TlsException {
        TlsSettings settings = new TlsSettings(certificate, key, authority, ClientAuthentication.REQUIRED);
        TlsIdentity identity = TlsIdentity.of(settings, TlsFiles.read(settings), clock.instant());
        try {
            KeyStore own = empty();
            own.setKeyEntry("own", identity.key(), NO_PASSWORD, identity.chain().toArray(X509Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, NO_PASSWORD);
            KeyStore trusted = empty();
            for (X509Certificate one : identity.clientAuthorities()) {
                trusted.setCertificateEntry("authority" + trusted.size(), one);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new TlsException(TlsSettings.CERTIFICATE, certificate, "cannot be used: " + e.getMessage());
        }
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
