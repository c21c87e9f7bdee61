package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The Redis commands that are not about jobs. */
@Timeout(30)
class RedisCommandsTest {
    @ParameterizedTest
    @EnumSource
    void talk_about_the_connection(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("PING")).isEqualTo("+PONG");
            assertThat(client.call("ping", "hello")).isEqualTo("\"hello\"");
            assertThat(client.call("ECHO", "a\r\nb")).isEqualTo("\"a\r\nb\"");
            assertThat(client.call("SELECT", "0")).isEqualTo("+OK");
            assertThat(client.call("SELECT", "1")).isEqualTo("-ERR DB index is out of range");
            assertThat(client.call("SELECT", "x")).isEqualTo("-ERR value is not an integer or out of range");
            assertThat(client.call("AUTH", "secret"))
                    .isEqualTo("-ERR AUTH <password> called without any password configured for the default user."
                            + " Are you sure your configuration is correct?");
            assertThat(client.call("AUTH", "default", "secret")).isEqualTo("+OK");
            assertThat(client.call("AUTH", "bob", "secret"))
                    .isEqualTo("-WRONGPASS invalid username-password pair or user is disabled.");
            client.send("QUIT").expect("+OK").socket().expectClosed();
        }
    }

    @ParameterizedTest
    @EnumSource
    void name_the_client(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("CLIENT", "ID")).isEqualTo(":1");
            assertThat(server.connect().call("CLIENT", "ID")).isEqualTo(":2");
            assertThat(client.call("CLIENT", "GETNAME")).isEqualTo("nil");
            assertThat(client.call("CLIENT", "SETNAME", "worker-1")).isEqualTo("+OK");
            assertThat(client.call("CLIENT", "GETNAME")).isEqualTo("\"worker-1\"");
            assertThat(client.call("CLIENT", "SETNAME", "a b"))
                    .isEqualTo("-ERR Client names cannot contain spaces, newlines or special characters.");
            assertThat(client.call("CLIENT", "SETINFO", "LIB-NAME", "jedis")).isEqualTo("+OK");
            assertThat(client.call("CLIENT", "SETNAME"))
                    .isEqualTo("-ERR wrong number of arguments for 'client|setname' command");
            assertThat(client.call("CLIENT", "BOGUS")).isEqualTo("-ERR unknown subcommand 'BOGUS'. Try CLIENT HELP.");
        }
    }

    @ParameterizedTest
    @EnumSource
    void change_the_version_of_the_protocol(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            String facts = "\"server\", \"redis\", \"version\", \"7.0.0\", \"proto\", :%d, \"id\", :1,"
                    + " \"mode\", \"standalone\", \"role\", \"master\", \"modules\", *[]";
            assertThat(client.call("HELLO")).isEqualTo("*[" + facts.formatted(2) + "]");
            assertThat(client.call("CLIENT", "GETNAME")).isEqualTo("nil");
            client.sendRaw(QlessRequests.command("HELLO", "3", "AUTH", "default", "x", "SETNAME", "me")
                            + QlessRequests.command("CONFIG", "GET", "data*"))
                    .expect("%[" + facts.formatted(3) + "]", "%[\"databases\", \"1\"]");
            assertThat(client.call("CLIENT", "GETNAME")).isEqualTo("\"me\"");
            client.sendRaw(QlessRequests.command("EVALSHA", "f".repeat(40), "0"))
                    .expect("-NOSCRIPT No matching script. Please use EVAL.");
            assertThat(client.call("RESET")).isEqualTo("+RESET");
            assertThat(client.call("CONFIG", "GET", "databases")).isEqualTo("*[\"databases\", \"1\"]");
            assertThat(client.call("HELLO", "4")).isEqualTo("-NOPROTO unsupported protocol version");
            assertThat(client.call("HELLO", "x")).isEqualTo("-ERR Protocol version is not an integer or out of range");
            assertThat(client.call("HELLO", "3", "BOGUS")).isEqualTo("-ERR Syntax error in HELLO option 'BOGUS'");
            assertThat(client.call("HELLO", "3", "AUTH", "bob", "x")).startsWith("-WRONGPASS");
            assertThat(client.call("CLIENT", "GETNAME")).isEqualTo("nil");
        }
    }

    @ParameterizedTest
    @EnumSource
    void talk_about_the_server(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("COMMAND")).isEqualTo("*[]");
            assertThat(client.call("COMMAND", "DOCS")).isEqualTo("*[]");
            assertThat(client.call("COMMAND", "COUNT"))
                    .isEqualTo(":" + RedisCommands.names().size());
            assertThat(client.call("INFO")).contains("\r\nredis_version:7.0.0\r\n", "\r\nconnected_clients:1\r\n");
            assertThat(client.call("INFO", "server")).contains("redis_version:7.0.0");
            assertThat(client.call("CONFIG", "GET", "maxmemory*"))
                    .isEqualTo("*[\"maxmemory\", \"0\", \"maxmemory-policy\", \"noeviction\"]");
            assertThat(client.call("CONFIG", "GET", "nonesuch")).isEqualTo("*[]");
            assertThat(client.call("CONFIG", "SET", "save", "")).startsWith("-ERR Reeve is not configured this way");
            assertThat(client.call("TIME")).isEqualTo("*[\"1464739200\", \"0\"]");
            assertThat(client.call("DEL", "ql:queues")).startsWith("-ERR DEL is refused");
        }
    }

    @ParameterizedTest
    @EnumSource
    void empty_the_server_only_if_that_is_allowed(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal, QlessSettings.DEFAULTS)) {
            RespClient client = server.connect();
            assertThat(client.call("FLUSHDB")).startsWith("-ERR FLUSHDB would empty the whole server");
            assertThat(client.call("FLUSHALL", "ASYNC")).startsWith("-ERR FLUSHALL would empty the whole server");
        }
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            server.addThroughAnotherDoor("q");
            assertThat(jobs(server)).isEqualTo(1);
            assertThat(client.call("FLUSHDB")).isEqualTo("+OK");
            assertThat(jobs(server)).isZero();
            assertThat(client.call("FLUSHALL", "SYNC")).isEqualTo("+OK");
            assertThat(client.call("FLUSHALL", "SOON")).isEqualTo("-ERR syntax error");
        }
    }

    @ParameterizedTest
    @EnumSource
    void are_refused_with_the_words_of_redis(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("NONESUCH"))
                    .isEqualTo("-ERR unknown command 'NONESUCH', with args beginning with: ");
            assertThat(client.call("no\r\nsuch", "a", "b"))
                    .isEqualTo("-ERR unknown command 'no  such', with args beginning with: 'a' 'b' ");
            assertThat(client.call("x", "y".repeat(200), "z"))
                    .isEqualTo("-ERR unknown command 'x', with args beginning with: '" + "y".repeat(128) + "' ");
            assertThat(client.call("ECHO")).isEqualTo("-ERR wrong number of arguments for 'echo' command");
            assertThat(client.call("ping", "a", "b")).isEqualTo("-ERR wrong number of arguments for 'ping' command");
        }
    }

    private static int jobs(QlessServer server) {
        return server.server().ask(engine -> engine.jobCount());
    }
}
