package dev.reeve.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.InMemoryDoor.Client;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A session that has much to do works for a limited time, and then others come. */
class TurnsTest {
    private final List<String> executed = new ArrayList<>();
    private final InMemoryDoor door = new InMemoryDoor((node, connections) -> new SlowDoor());

    /** Answers each byte with the same byte: capital letters after a whole turn, others at once. */
    private final class SlowDoor implements Protocol.Factory {
        @Override
        public String name() {
            return "slow";
        }

        @Override
        public Protocol open(Session session) {
            return new Slow(session);
        }

        @Override
        public byte[] tooManyConnections() {
            return new byte[0];
        }
    }

    private final class Slow implements Protocol {
        private final Session session;

        Slow(Session session) {
            this.session = session;
        }

        @Override
        public boolean advance(ByteBuf input) {
            byte command = input.readByte();
            long began = System.nanoTime();
            while (Character.isUpperCase(command) && System.nanoTime() - began < NettyLoop.TURN_NANOS) {
                Thread.onSpinWait();
            }
            executed.add(String.valueOf((char) command));
            Reply reply = new Reply(session) {
                @Override
                protected void write(ReplyBuffer out) {
                    out.bytes(new byte[] {command});
                }
            };
            session.open(reply);
            reply.ready();
            return true;
        }

        @Override
        public long heldBytes() {
            return 0;
        }

        @Override
        public void closed() {}
    }

    @Test
    void slow_commands_of_several_clients_take_turns_and_quick_ones_come_between() {
        Client first = door.connect();
        Client second = door.connect();
        Client quick = door.connect();
        first.sendOnly("AAA".getBytes(US_ASCII));
        second.sendOnly("BBB".getBytes(US_ASCII));
        quick.sendOnly("q".getBytes(US_ASCII));
        door.settle();
        assertThat(String.join("", executed)).isEqualTo("ABqABAB");
        assertThat(first.received()).asString(US_ASCII).isEqualTo("AAA");
        assertThat(quick.received()).asString(US_ASCII).isEqualTo("q");
    }
}
