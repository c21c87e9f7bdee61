package dev.reeve.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.InMemoryDoor.Client;
import dev.reeve.testkit.LogLines;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Clients that are idle, or only look so, with the default timeouts of ten seconds and ten minutes. */
class IdleSweepTest {
    private static final int FIRST_SECONDS = 10;
    private static final int IDLE_SECONDS = 600;

    private final EchoDoor echo = new EchoDoor();
    private final InMemoryDoor door = new InMemoryDoor((node, connections) -> echo);

    /** Answers a line with its first letter, at once, or later if that is {@code w}. A client that sent {@code s} waits for pushes. */
    private static final class EchoDoor implements Protocol.Factory {
        private @Nullable Reply waiting;

        @Override
        public String name() {
            return "echo";
        }

        @Override
        public Protocol open(Session session) {
            return new Echo(this, session);
        }

        @Override
        public byte[] tooManyConnections() {
            return new byte[0];
        }

        void answerWaiting() {
            Reply reply = waiting;
            if (reply != null) {
                reply.ready();
            }
        }
    }

    private static final class Echo implements Protocol {
        private final EchoDoor echo;
        private final Session session;
        private boolean subscribed;

        Echo(EchoDoor echo, Session session) {
            this.echo = echo;
            this.session = session;
        }

        @Override
        public boolean advance(ByteBuf input) {
            int end = input.bytesBefore((byte) '\n');
            if (end < 0) {
                return false;
            }
            byte letter = input.getByte(input.readerIndex());
            input.skipBytes(end + 1);
            Reply reply = new Reply(session) {
                @Override
                protected void write(ReplyBuffer out) {
                    out.bytes(new byte[] {letter});
                }
            };
            subscribed = letter == 's';
            session.open(reply);
            if (letter == 'w') {
                echo.waiting = reply;
            } else {
                reply.ready();
            }
            return true;
        }

        @Override
        public boolean awaitsPushes() {
            return subscribed;
        }

        @Override
        public long heldBytes() {
            return 0;
        }

        @Override
        public void closed() {}
    }

    private Client connect(String sent) {
        return door.connect().send(sent.getBytes(US_ASCII));
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            door.advanceMillis(1000);
        }
    }

    @Test
    void who_sends_no_command_is_disconnected_soon_and_the_operator_is_told() {
        try (LogLines log = new LogLines(RefusalLog.class)) {
            Client silent = door.connect();
            pass(FIRST_SECONDS);
            assertThat(silent.isClosed()).isFalse();
            pass(1);
            assertThat(silent.isClosed()).isTrue();
            assertThat(log.told())
                    .singleElement()
                    .asString()
                    .contains("echo disconnected connections: they sent no command, see limits.first-command-timeout");
        }
    }

    @Test
    void half_a_command_counts_while_bytes_arrive() {
        Client slow = connect("a");
        for (int i = 0; i < 5; i++) {
            pass(FIRST_SECONDS);
            slow.send(new byte[] {'b'});
        }
        pass(FIRST_SECONDS);
        assertThat(slow.isClosed()).isFalse();
        pass(1);
        assertThat(slow.isClosed()).isTrue();
    }

    @Test
    void who_has_sent_a_command_may_be_idle_for_longer() {
        try (LogLines log = new LogLines(RefusalLog.class)) {
            Client idle = connect("a\n");
            Client again = connect("a\n");
            pass(IDLE_SECONDS);
            assertThat(idle.isClosed()).isFalse();
            again.send("b\n".getBytes(US_ASCII));
            pass(1);
            assertThat(idle.isClosed()).isTrue();
            assertThat(again.isClosed()).isFalse();
            assertThat(log.told()).isEmpty();
        }
    }

    @Test
    void who_waits_for_a_reply_is_not_idle() {
        Client waiting = connect("w\n");
        pass(3 * IDLE_SECONDS);
        assertThat(waiting.isClosed()).isFalse();
        echo.answerWaiting();
        pass(IDLE_SECONDS);
        assertThat(waiting.received()).containsExactly('w');
        assertThat(waiting.isClosed()).isFalse();
        pass(1);
        assertThat(waiting.isClosed()).isTrue();
    }

    @Test
    void who_waits_for_pushes_is_not_idle() {
        Client subscriber = connect("s\n");
        pass(3 * IDLE_SECONDS);
        assertThat(subscriber.isClosed()).isFalse();
        subscriber.send("a\n".getBytes(US_ASCII));
        pass(IDLE_SECONDS + 1);
        assertThat(subscriber.isClosed()).isTrue();
    }

    @Test
    void all_of_many_are_looked_at() {
        List<Client> silent = new ArrayList<>();
        List<Client> active = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            silent.add(door.connect());
            active.add(connect("a\n"));
        }
        pass(FIRST_SECONDS + 1);
        assertThat(silent).allMatch(Client::isClosed);
        assertThat(active).noneMatch(Client::isClosed);
        pass(IDLE_SECONDS);
        assertThat(active).allMatch(Client::isClosed);
    }
}
