package dev.reeve.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Requests to other servers, and decoding their replies one byte at a time. */
class DialogueTest {
    /** A reply may take 30 seconds, and a job needs three. */
    private static final long JOB_MILLIS = 90_000;

    private final Work work = new Work("mail", 20);

    @Test
    void a_job_outlives_the_longest_wait_for_a_reply() throws IOException {
        Matcher workq = Pattern.compile("add \\S+ mail (\\d+) (\\d+) 20\r\n0+1xxxx\r\n")
                .matcher(added(new WorkqDialogue(work)));
        assertThat(workq.matches()).isTrue();
        assertThat(Long.parseLong(workq.group(1))).as("TTR").isGreaterThanOrEqualTo(JOB_MILLIS);
        assertThat(Long.parseLong(workq.group(2))).as("TTL").isGreaterThanOrEqualTo(JOB_MILLIS);

        Outgoing queue = new Outgoing();
        assertThat(new OcypodDialogue(work).greet(queue)).isTrue();
        Matcher ocypod = Pattern.compile("\"timeout\":\"(\\d+)s\"").matcher(text(queue));
        assertThat(ocypod.find()).isTrue();
        assertThat(1000 * Long.parseLong(ocypod.group(1))).isGreaterThanOrEqualTo(JOB_MILLIS);

        Outgoing goqueue = new Outgoing();
        new GoqueueDialogue(work).add(goqueue);
        int ttpAt = "ADD\0mail\0".length() + Integer.BYTES;
        int ttpSeconds = ByteBuffer.wrap(goqueue.toArray())
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt(ttpAt);
        assertThat(1000L * ttpSeconds).isGreaterThanOrEqualTo(JOB_MILLIS);
    }

    @Test
    void beanstalkd() throws IOException {
        Dialogue dialogue = new BeanstalkdDialogue(work);
        Outgoing greeting = new Outgoing();
        assertThat(dialogue.greet(greeting)).isTrue();
        assertThat(text(greeting)).isEqualTo("use mail\r\nwatch mail\r\nignore default\r\n");
        understands("USING mail\r\nWATCHING 2\r\nWATCHING 1\r\n", dialogue::greeted);

        assertThat(added(dialogue)).isEqualTo("put 10 0 60 20\r\n0000000000000001xxxx\r\n");
        understands("INSERTED 17\r\n", dialogue::added);
        assertThat(taken(dialogue)).isEqualTo("reserve\r\n");
        understands("RESERVED 1704 20\r\n0000000000000009xxxx\r\n", dialogue::taken);
        assertThat(finished(dialogue)).isEqualTo("delete 1704\r\n");
        understands("DELETED\r\n", dialogue::finished);
        refuses("NOT_FOUND\r\n", dialogue::finished);
        refuses("RESERVED 1704 20\r\n0000000000000009xxxy\r\n", dialogue::taken);
    }

    @Test
    void redis() throws IOException {
        Dialogue dialogue = new RedisDialogue(work);
        assertThat(added(dialogue)).isEqualTo("*3\r\n$5\r\nRPUSH\r\n$4\r\nmail\r\n$20\r\n0000000000000002xxxx\r\n");
        understands(":12\r\n", dialogue::added);
        assertThat(taken(dialogue))
                .startsWith("*6\r\n$6\r\nBLMOVE\r\n$4\r\nmail\r\n$")
                .endsWith("\r\n$4\r\nLEFT\r\n$5\r\nRIGHT\r\n$2\r\n60\r\n");
        understands("$20\r\n0000000000000077xxxx\r\n", dialogue::taken);
        assertThat(finished(dialogue))
                .startsWith("*4\r\n$4\r\nLREM\r\n$")
                .endsWith("\r\n$1\r\n1\r\n$20\r\n0000000000000077xxxx\r\n");
        understands(":1\r\n", dialogue::finished);
        refuses(":0\r\n", dialogue::finished);
        refuses("-ERR no room\r\n", dialogue::added);
        refuses(":-1\r\n", dialogue::added);
    }

    /** The text is in bytes: the length and the checksum are those of the file. */
    @Test
    void qless_with_a_script() throws IOException {
        Dialogue dialogue = new QlessDialogue(work, "-- QlessAPI \u00e9");
        String sha = "fe907b6999b60768cdee7c401ca5a131ccc47698";
        Outgoing greeting = new Outgoing();
        assertThat(dialogue.greet(greeting)).isTrue();
        assertThat(text(greeting)).isEqualTo("*3\r\n$6\r\nSCRIPT\r\n$4\r\nLOAD\r\n$13\r\n-- QlessAPI \u00e9\r\n");
        understands("$40\r\n" + sha + "\r\n", dialogue::greeted);
        refuses("-ERR Error compiling script\r\n", dialogue::greeted);

        assertThat(added(dialogue))
                .matches("\\*11\r\n\\$7\r\nEVALSHA\r\n\\$40\r\n" + sha
                        + "\r\n\\$1\r\n0\r\n\\$3\r\nput\r\n\\$10\r\n\\d{10}\r\n\\$1\r\nw\r\n\\$4\r\nmail\r\n"
                        + "\\$32\r\n[0-9a-f]{32}\r\n\\$5\r\nklass\r\n\\$22\r\n\"0{15}1xxxx\"\r\n\\$1\r\n0\r\n");
        understands("$32\r\n0123456789abcdef0123456789abcdef\r\n", dialogue::added);
        refuses("-ERR user_script:27: Attempt to modify a readonly table\r\n", dialogue::added);
        assertThat(taken(dialogue)).contains("\r\n$3\r\npop\r\n");
        understands(
                "$79\r\n[{\"tags\":{},\"spawned_from_jid\":false,\"jid\":\"abcdef0123456789abcdef0123456789\"}]\r\n",
                dialogue::taken);
        assertThat(finished(dialogue)).contains("\r\n$32\r\nabcdef0123456789abcdef0123456789\r\n$1\r\nw\r\n");
        understands("$8\r\ncomplete\r\n", dialogue::finished);
        refuses("$2\r\n{}\r\n", dialogue::taken);
        refuses("$11\r\n[{\"tags\":0}\r\n", dialogue::taken);
    }

    @Test
    void http_replies() throws IOException {
        Dialogue dialogue = new OcypodDialogue(work);
        understands(
                "HTTP/1.1 200 OK\r\nx: y\r\nContent-Length: 45\r\nLease: 9\r\n\r\n{\"id\":31,\"input\":\"0000000000000077xxxx\"}",
                dialogue::taken);
        assertThat(finished(dialogue))
                .startsWith("PATCH /job/31 HTTP/1.1\r\n")
                .endsWith("\r\nContent-Length: 22\r\n\r\n{\"status\":\"completed\"}");
        understands("HTTP/1.1 204 No Content\r\n\r\n", dialogue::finished);
        understands("HTTP/1.1 201 Created\r\ncontent-length:2\r\n\r\n31", dialogue::added);
        refuses("HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}", dialogue::added);
        refuses("HTTP/1.1 201 Created\r\ncontent-length: two\r\n\r\n", dialogue::added);
    }

    private static String added(Dialogue dialogue) {
        Outgoing out = new Outgoing();
        dialogue.add(out);
        return text(out);
    }

    private static String taken(Dialogue dialogue) {
        Outgoing out = new Outgoing();
        dialogue.take(out);
        return text(out);
    }

    private static String finished(Dialogue dialogue) {
        Outgoing out = new Outgoing();
        dialogue.finish(out);
        return text(out);
    }

    private static String text(Outgoing out) {
        return new String(out.toArray(), ISO_8859_1);
    }

    /** Asserts that the reply is decoded when its last byte arrives, and not before. */
    private static void understands(String reply, Predicate<Incoming> reader) throws IOException {
        Incoming in = new Incoming();
        ReadableByteChannel bytes = oneByOne(reply);
        for (int i = 1; i < reply.length(); i++) {
            in.readFrom(bytes);
            assertThat(reader.test(in)).as(reply.substring(0, i)).isFalse();
            in.rewind();
        }
        in.readFrom(bytes);
        assertThat(reader.test(in)).isTrue();
        in.accept();
        assertThat(in.isEmpty()).isTrue();
    }

    private static void refuses(String reply, Predicate<Incoming> reader) throws IOException {
        Incoming in = new Incoming();
        in.readFrom(Channels.newChannel(new ByteArrayInputStream(reply.getBytes(ISO_8859_1))));
        assertThatThrownBy(() -> reader.test(in))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining(reply.substring(0, reply.indexOf('\r')));
    }

    private static ReadableByteChannel oneByOne(String text) {
        ReadableByteChannel all = Channels.newChannel(new ByteArrayInputStream(text.getBytes(ISO_8859_1)));
        return new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer to) throws IOException {
                ByteBuffer one = ByteBuffer.allocate(1);
                int count = all.read(one);
                to.put(one.flip());
                return count;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
    }
}
