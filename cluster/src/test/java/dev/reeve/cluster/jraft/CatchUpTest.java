package dev.reeve.cluster.jraft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.RecordingListener;
import dev.reeve.cluster.wire.Wire;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.journal.local.WatchedDisk;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member is behind, or slow. What the leader sends it comes in pieces, and few at a time, so that it does not delay what others get. */
class CatchUpTest {
    private static final long MOST_SECONDS = 60;
    private static final int ENTRY_BYTES = 200_000;
    private static final int SOME = 15;
    /** Names, numbers and the like. */
    private static final int BESIDES_BYTES = 8_192;

    private static final int CODE_OFFSET = 13;

    /** @param port of the member that it goes to; 0 if that one has connected */
    private record Sent(int code, int bytes, int port, Channel channel) {}

    private final Map<Member, RecordingListener> states = new LinkedHashMap<>();
    private final Map<Member, Consensus> nodes = new LinkedHashMap<>();
    private final Map<Member, List<Sent>> sent = new LinkedHashMap<>();
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private volatile @Nullable Member held;
    private JraftGroup group;
    private int proposals;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        group = new JraftGroup(folder);
    }

    @AfterEach
    void close() {
        mayGoOn.countDown();
        group.close();
        assertThat(states.values()).allMatch(state -> state.disorder().isEmpty());
    }

    private RecordingListener state(Member member) {
        return Objects.requireNonNull(states.get(member));
    }

    private Consensus node(Member member) {
        return Objects.requireNonNull(nodes.get(member));
    }

    /** Notes what a node sends. */
    private static Wire.Security notedBy(List<Sent> noted) {
        return new Wire.Security() {
            @Override
            public void connecting(Channel channel, String host, int port) {
                channel.pipeline().addLast(noting(port));
            }

            @Override
            public void accepted(Channel channel, Wire.Stranger stranger) {
                channel.pipeline().addLast(noting(0));
            }

            private ChannelOutboundHandlerAdapter noting(int port) {
                return new ChannelOutboundHandlerAdapter() {
                    @Override
                    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
                        if (message instanceof ByteBuf bytes && bytes.readableBytes() > CODE_OFFSET) {
                            noted.add(new Sent(
                                    bytes.getByte(CODE_OFFSET), bytes.readableBytes(), port, context.channel()));
                        }
                        context.write(message, promise);
                    }
                };
            }
        };
    }

    private void start(Member member) throws IOException {
        RecordingListener state = new RecordingListener();
        List<Sent> noted = new CopyOnWriteArrayList<>();
        WatchedDisk disk = new WatchedDisk(new SimDisk(member.number()), (moment, change) -> {
            if (member.equals(held) && moment == WatchedDisk.Moment.BEFORE && change.kind() == WatchedDisk.Kind.SYNC) {
                try {
                    mayGoOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        states.put(member, state);
        sent.put(member, noted);
        nodes.put(member, group.start(member, new Wire(notedBy(noted)), disk, state));
    }

    private Member leader() {
        group.until("there is a leader", () -> states.values().stream().anyMatch(state -> state.leads() > 0));
        return states.keySet().stream()
                .filter(member -> state(member).leads() > 0)
                .findFirst()
                .orElseThrow();
    }

    /** One that does not lead. */
    private Member slow() {
        return states.keySet().stream()
                .filter(member -> state(member).leads() == 0)
                .findFirst()
                .orElseThrow();
    }

    /** One entry after the other, so that each is sent by itself. */
    private void commit(Member leader, int count, int bytes) {
        RecordingListener state = state(leader);
        for (int i = 0; i < count; i++) {
            String entry = ++proposals + " " + "x".repeat(bytes);
            node(leader).propose(state.leads(), entry.getBytes(UTF_8), problem -> {});
            group.until("it is committed", () -> state.lastEntry().equals(entry));
        }
    }

    private void snapshot(Member member) throws Exception {
        CompletableFuture<String> done = new CompletableFuture<>();
        node(member).snapshot(problem -> done.complete(String.valueOf(problem)));
        assertThat(done.get(MOST_SECONDS, TimeUnit.SECONDS)).isEqualTo("null");
    }

    @Test
    void a_snapshot_and_the_log_after_it_are_sent_in_pieces() throws Exception {
        List<Member> founders = group.founders();
        start(founders.get(0));
        start(founders.get(1));
        Member leader = leader();
        commit(leader, SOME, ENTRY_BYTES);
        snapshot(leader);
        commit(leader, SOME, ENTRY_BYTES);
        // The log is cut up to the last snapshot but one.
        snapshot(leader);
        commit(leader, SOME, ENTRY_BYTES);
        List<Sent> noted = Objects.requireNonNull(sent.get(leader));
        noted.clear();

        Member behind = founders.get(2);
        start(behind);
        group.until(
                "it has all", () -> state(behind).entries().equals(state(leader).entries()));
        assertThat(state(behind).loadedIndex()).isPositive();
        assertThat(noted)
                .filteredOn(one -> one.code == WireMessage.GOT_FILE.code())
                .hasSizeGreaterThan(2 * SOME * ENTRY_BYTES / JraftSettings.PIECE_BYTES)
                .allMatch(one -> one.bytes <= JraftSettings.PIECE_BYTES + BESIDES_BYTES);
        assertThat(noted)
                .filteredOn(one -> one.code == WireMessage.APPEND.code() && one.bytes > ENTRY_BYTES)
                .hasSizeGreaterThan(SOME * ENTRY_BYTES / (JraftSettings.PIECE_BYTES + ENTRY_BYTES))
                .allMatch(one -> one.bytes <= JraftSettings.PIECE_BYTES + ENTRY_BYTES + BESIDES_BYTES);
    }

    @Test
    void a_slow_member_gets_few_requests_at_a_time() throws Exception {
        for (Member member : group.founders()) {
            start(member);
        }
        Member leader = leader();
        commit(leader, 1, BESIDES_BYTES);
        Member slow = slow();
        group.until(
                "it follows", () -> state(slow).entries().equals(state(leader).entries()));
        List<Sent> noted = Objects.requireNonNull(sent.get(leader));
        noted.clear();
        held = slow;
        commit(leader, 4 * JraftSettings.MOST_UNANSWERED, BESIDES_BYTES);
        Map<Channel, Long> byConnection = noted.stream()
                .filter(one -> one.port == slow.port() && one.bytes > BESIDES_BYTES)
                .collect(Collectors.groupingBy(Sent::channel, Collectors.counting()));
        // The library sends one more than it is told.
        assertThat(byConnection.values()).isNotEmpty().allMatch(count -> count <= JraftSettings.MOST_UNANSWERED + 1);
        mayGoOn.countDown();
        group.until(
                "it catches up",
                () -> state(slow).entries().equals(state(leader).entries()));
    }
}
