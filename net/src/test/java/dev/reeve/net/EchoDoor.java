package dev.reeve.net;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Answers each line: {@code peer} with who is there, {@code big} with many bytes, {@code end} ends the session, others with themselves. */
final class EchoDoor implements Protocol.Factory {
    static final int BIG_BYTES = 700_000;

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public byte[] tooManyConnections() {
        return "full\r\n".getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public Protocol open(Session session) {
        return new Echo(session);
    }

    private static final class Echo implements Protocol {
        private final Session session;

        Echo(Session session) {
            this.session = session;
        }

        @Override
        public boolean advance(ByteBuf input) {
            int length = input.bytesBefore((byte) '\n');
            if (length < 0) {
                return false;
            }
            String line = input.readCharSequence(length + 1, StandardCharsets.US_ASCII)
                    .toString();
            Reply reply = new Reply(session) {
                @Override
                protected void write(ReplyBuffer out) {
                    switch (line.strip()) {
                        case "peer" -> out.bytes((session.peer() + "\r\n").getBytes(StandardCharsets.UTF_8));
                        case "big" -> out.payload(new byte[BIG_BYTES]);
                        default -> out.bytes(line.getBytes(StandardCharsets.US_ASCII));
                    }
                }
            };
            session.open(reply);
            reply.ready();
            if (line.startsWith("end")) {
                session.end();
            }
            return true;
        }

        @Override
        public long heldBytes() {
            return 0;
        }

        @Override
        public void closed() {}
    }
}
