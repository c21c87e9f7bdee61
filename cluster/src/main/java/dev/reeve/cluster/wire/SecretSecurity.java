package dev.reeve.cluster.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that share a secret. Each side proves that it knows the secret by a sum over it and random bytes of both, before anything else
 * is read or sent. What follows is neither encrypted nor protected from changes on its way.
 *
 * <p>Whoever accepts sends 32 random bytes; the other side sends 32 of its own and its sum; the answer is the other sum.
 */
public final class SecretSecurity implements Wire.Security {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final SecretKeySpec secret;
    private final SecureRandom random = new SecureRandom();

    public SecretSecurity(byte[] secret) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    @Override
    public void connecting(Channel channel, String host, int port) {
        channel.pipeline().addLast(new Connecting());
    }

    @Override
    public void accepted(Channel channel, Wire.Stranger stranger) {
        channel.pipeline().addLast(new Accepting(stranger));
    }

    private byte[] drawn() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return bytes;
    }

    /** @param side whose proof it is, so that none can be sent back as the other's */
    private byte[] sum(String side, byte[] accepting, byte[] connecting) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update(side.getBytes(US_ASCII));
            mac.update(accepting);
            mac.update(connecting);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] read(ByteBuf in) {
        byte[] bytes = new byte[BYTES];
        in.readBytes(bytes);
        return bytes;
    }

    /** The side that connects. Handlers behind it find the connection open only when the other side is known. */
    private final class Connecting extends ByteToMessageDecoder {
        private final byte[] own = drawn();
        private byte @Nullable [] other;

        @Override
        public void channelActive(ChannelHandlerContext context) {}

        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
            if (in.readableBytes() < BYTES) {
                return;
            }
            byte[] accepting = other;
            if (accepting == null) {
                accepting = read(in);
                other = accepting;
                context.writeAndFlush(Unpooled.wrappedBuffer(own, sum("connecting", accepting, own)));
            } else if (MessageDigest.isEqual(read(in), sum("accepting", accepting, own))) {
                context.fireChannelActive();
                context.pipeline().remove(this);
            } else {
                in.skipBytes(in.readableBytes());
                context.close();
            }
        }
    }

    /** The side that accepts. */
    private final class Accepting extends ByteToMessageDecoder {
        private final Wire.Stranger stranger;
        private final byte[] own = drawn();

        Accepting(Wire.Stranger stranger) {
            this.stranger = stranger;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            context.writeAndFlush(Unpooled.wrappedBuffer(own));
            context.fireChannelActive();
        }

        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
            if (in.readableBytes() < 2 * BYTES) {
                return;
            }
            byte[] connecting = read(in);
            if (MessageDigest.isEqual(read(in), sum("connecting", own, connecting))) {
                context.writeAndFlush(Unpooled.wrappedBuffer(sum("accepting", own, connecting)));
                context.pipeline().remove(this);
            } else {
                in.skipBytes(in.readableBytes());
                stranger.refused("it does not know the secret");
            }
        }
    }
}
