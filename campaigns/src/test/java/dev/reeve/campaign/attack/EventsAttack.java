package dev.reeve.campaign.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads very many streams of events, and causes as many events as one request can: the progress of one job, over and over. */
final class EventsAttack implements Attack {
    private static final int STREAMS = 250;
    private static final int RENEWALS = 1000;
    private static final Pattern TOKEN = Pattern.compile("\"lease_token\":\"([^\"]+)\"");
    private static final byte[] OPEN =
            "GET /v1/events?event=job.progress HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(ISO_8859_1);

    private String renew = "";

    @Override
    public String name() {
        return "v1 events";
    }

    @Override
    public void prepare(AttackedServer target, int size) throws IOException {
        try (RawHttp http = new RawHttp(target.http())) {
            http.call(
                    HttpDoorRequest.of("POST", "/v1/jobs", "{\"queue\":\"told\",\"id\":\"told\",\"lease\":\"1h\"}"),
                    201);
            String leased = http.call(HttpDoorRequest.of("POST", "/v1/acquire", "{\"queues\":[\"told\"]}"), 200)
                    .body();
            Matcher token = TOKEN.matcher(leased);
            assertThat(token.find()).as(leased).isTrue();
            String one = "{\"id\":\"told\",\"lease_token\":\"" + token.group(1) + "\",\"progress\":{\"percent\":50}}";
            String all = "{\"leases\":[" + String.join(",", Collections.nCopies(RENEWALS, one)) + "]}";
            renew = new String(HttpDoorRequest.of("POST", "/v1/bulk/renew", all).encode(), ISO_8859_1);
        }
        Selector streams = Selector.open();
        for (int i = 0; i < STREAMS; i++) {
            SocketChannel stream =
                    SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), target.http()));
            stream.write(ByteBuffer.wrap(OPEN));
            stream.configureBlocking(false);
            stream.register(streams, SelectionKey.OP_READ);
        }
        Thread reader = new Thread(() -> read(streams), "attack-streams");
        reader.setDaemon(true);
        reader.start();
    }

    /** Reads until the server has ended. */
    private static void read(Selector streams) {
        ByteBuffer buffer = ByteBuffer.allocate(256 * 1024);
        try (streams) {
            while (!streams.keys().isEmpty()) {
                streams.select(key -> {
                    try {
                        if (((ReadableByteChannel) key.channel()).read(buffer.clear()) < 0) {
                            key.channel().close();
                        }
                    } catch (IOException closed) {
                        key.cancel();
                    }
                });
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** It makes no work for a loop that is not cut or moved to another thread. */
    @Override
    public double longestTurnMillis() {
        return AttackTest.AT_LENGTH ? 25 : Attack.super.longestTurnMillis();
    }

    @Override
    public int port(AttackedServer target) {
        return target.http();
    }

    @Override
    public String request(int n) {
        return renew;
    }
}
