package dev.reeve.net;

import io.netty.buffer.ByteBuf;

/**
 * Recognises a client that uses TLS at a port that does not, by the first byte. No protocol of plain text starts with that control
 * character.
 */
public final class TlsHello {
    private static final int HANDSHAKE_RECORD = 0x16;

    private TlsHello() {}

    /** Whether the first bytes of a connection are those of a handshake. */
    public static boolean begins(ByteBuf first) {
        return first.isReadable() && first.getByte(first.readerIndex()) == HANDSHAKE_RECORD;
    }
}
