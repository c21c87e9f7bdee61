package dev.reeve.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.InMemoryDoor.Client;
import dev.reeve.testkit.LogLines;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A door with bugs: a bug closes the connection that triggers it and no other. */
class BuggyDoorTest {
    private static final String LATER_TURN = "~";

    private final InMemoryDoor door = new InMemoryDoor((node, connections) -> new BuggyDoor());

    /** Answers each byte with the same byte. Two bytes trigger bugs, and one takes a whole turn. */
    private static final class BuggyDoor implements Protocol.Factory {
        @Override
        public String name() {
            return "buggy";
        }

        @Override
        public Protocol open(Session session) {
            return new Buggy(session);
        }

        @Override
        public byte[] tooManyConnections() {
            return new byte[0];
        }
    }

    private static final class Buggy implements Protocol {
        private final Session session;

        Buggy(Session session) {
            this.session = session;
        }

        @Override
        public boolean advance(ByteBuf input) {
            byte command = input.readByte();
            long began = System.nanoTime();
            while (command == '~' && System.nanoTime() - began < NettyLoop.TURN_NANOS) {
                Thread.onSpinWait();
            }
            if (command == '!') {
                throw new IllegalStateException("a bug in a command");
            }
            Reply reply = new Reply(session) {
                private boolean begun = command != '?';

                /** The first of two parts fills the output, so that the second one is written when replies are sent. */
                @Override
                protected boolean writeNext(ReplyBuffer out) {
                    if (begun) {
                        return super.writeNext(out);
                    }
                    begun = true;
                    out.payload(new byte[(int) NetLimits.DEFAULTS.sessionUnsentBytes() + 1]);
                    return false;
                }

                @Override
                protected void write(ReplyBuffer out) {
                    out.bytes(new byte[] {command});
                }
            };
            session.open(reply);
            reply.ready();
            if (command == '?') {
                session.push(Buggy::fail, Long.MAX_VALUE);
            }
            return true;
        }

        private static void fail(ReplyBuffer out) {
            throw new IllegalStateException("a bug behind a command");
        }

        @Override
        public long heldBytes() {
            return 0;
        }

        @Override
        public void closed() {}
    }

    private static String received(Client client) {
        return new String(client.received(), US_ASCII);
    }

    @Test
    void a_bug_in_a_later_turn_closes_the_connection() {
        Client healthy = door.connect();
        Client buggy = door.connect();
        try (LogLines log = new LogLines(Session.class)) {
            buggy.send((LATER_TURN + "!").getBytes(US_ASCII));
            assertThat(log.told()).singleElement().asString().contains("buggy: closing the connection");
        }
        assertThat(buggy.isClosed()).isTrue();
        assertThat(received(healthy.send("a".getBytes(US_ASCII)))).isEqualTo("a");
    }

    /** The bug occurs in the flush of all sessions or, if the output is full, in the event that the client has read. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_bug_while_replies_are_sent_keeps_none_from_being_sent(boolean inTheFlush) {
        Client healthy = door.connect();
        Client buggy = door.connect();
        if (inTheFlush) {
            buggy.acceptAllOutput();
        }
        try (LogLines log = new LogLines(Session.class)) {
            buggy.sendOnly("?".getBytes(US_ASCII));
            healthy.sendOnly("a".getBytes(US_ASCII));
            door.settle();
            assertThat(log.told()).singleElement().asString().contains("a bug behind a command");
        }
        assertThat(buggy.isClosed()).isTrue();
        assertThat(received(healthy)).isEqualTo("a");
    }
}
