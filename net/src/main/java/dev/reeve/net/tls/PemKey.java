package dev.reeve.net.tls;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;

/**
 * Decodes a private key: PKCS #8, and the older forms of RSA and EC keys that are still in use. Those are wrapped into PKCS #8,
 * the only form that the JDK reads.
 */
final class PemKey {
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final int EC_PARAMETERS = 0xA0;
    private static final byte[] VERSION_0 = {2, 1, 0};
    /** The identifier of the algorithm RSA, and its parameters: none. */
    private static final byte[] RSA = {6, 9, 0x2A, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xF7, 0x0D, 1, 1, 1, 5, 0};

    private static final byte[] EC = {6, 7, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 2, 1};

    private PemKey() {}

    static boolean isKey(PemBlock block) {
        return block.label().endsWith("PRIVATE KEY");
    }

    /** Decodes the key of a certificate whose public key has this algorithm. */
    static PrivateKey decode(PemBlock block, String algorithm) throws GeneralSecurityException {
        byte[] der = switch (block.label()) {
            case "RSA PRIVATE KEY" -> pkcs8(RSA, block.der());
            case "EC PRIVATE KEY" -> pkcs8(concat(EC, curve(block.der())), block.der());
            default -> block.der();
        };
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    private static byte[] pkcs8(byte[] algorithm, byte[] key) {
        return element(SEQUENCE, concat(VERSION_0, element(SEQUENCE, algorithm), element(OCTETS, key)));
    }

    /** The curve of an EC key: the parameters follow the version and the number. */
    private static byte[] curve(byte[] key) throws InvalidKeySpecException {
        try {
            ByteBuffer fields = content(ByteBuffer.wrap(key));
            content(fields);
            content(fields);
            if ((fields.get(fields.position()) & 0xFF) == EC_PARAMETERS) {
                ByteBuffer parameters = content(fields);
                byte[] curve = new byte[parameters.remaining()];
                parameters.get(curve);
                return curve;
            }
        } catch (RuntimeException malformed) {
            throw new InvalidKeySpecException(malformed);
        }
        throw new InvalidKeySpecException("the key does not name its curve");
    }

    /** The content of the next element, which is skipped. */
    private static ByteBuffer content(ByteBuffer elements) {
        elements.get();
        int length = elements.get() & 0xFF;
        if (length > 0x80) {
            int lengthBytes = length & 0x7F;
            length = 0;
            for (int i = 0; i < lengthBytes; i++) {
                length = (length << 8) | (elements.get() & 0xFF);
            }
        }
        ByteBuffer content = elements.slice(elements.position(), length);
        elements.position(elements.position() + length);
        return content;
    }

    private static byte[] element(int tag, byte[] content) {
        int length = content.length;
        byte[] head = length < 0x80
                ? new byte[] {(byte) tag, (byte) length}
                : length < 0x100
                        ? new byte[] {(byte) tag, (byte) 0x81, (byte) length}
                        : new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
        return concat(head, content);
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
