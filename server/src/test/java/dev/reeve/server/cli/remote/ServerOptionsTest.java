package dev.reeve.server.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reeve.client.Reeve;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which server a command talks to, and as whom. */
class ServerOptionsTest {
    @Command(name = "any")
    private static final class Any implements Runnable {
        @Mixin
        private ServerOptions server = new ServerOptions();

        @Override
        public void run() {}
    }

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void setContexts() {
        environment.put("REEVE_CONTEXTS", folder.resolve("contexts").toString());
    }

    private Reeve connect(String... words) {
        Any any = new Any();
        new CommandLine(any).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words);
        return any.server.connect(environment);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "-|-|''|http://127.0.0.1:8023/",
                "-|prod|''|http://prod:1/",
                "http://variable:2|prod|''|http://variable:2/",
                "http://variable:2|prod|--context test|http://test:3/",
                "http://variable:2|prod|--url http://option:4|http://option:4/",
            })
    void the_server_is_that_of_the_option_the_variable_or_the_context(
            String variable, String context, String words, String server) {
        if (variable != null) {
            environment.put("REEVE_URL", variable);
        }
        if (context != null) {
            Contexts.read(environment).put("test", "http://test:3", null);
            Contexts.read(environment).put("prod", "http://prod:1", null);
            Contexts.read(environment).use(context);
        }
        try (Reeve reeve = connect(words.isEmpty() ? new String[0] : words.split(" ", -1))) {
            assertThat(reeve.server().resolve("/")).hasToString(server);
        }
    }

    @Test
    void the_token_of_a_context_is_sent_to_its_server_only() throws IOException {
        List<String> seen = new ArrayList<>();
        HttpServer stub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        stub.createContext("/", exchange -> {
            seen.add(String.valueOf(exchange.getRequestHeaders().getFirst("authorization")));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        stub.start();
        try {
            String url = "http://127.0.0.1:" + stub.getAddress().getPort();
            Path token = Files.writeString(folder.resolve("token"), "rv_abc_secret\n");
            Contexts.read(environment).put("prod", url, token);
            try (Reeve reeve = connect()) {
                reeve.request("GET", "/v1/me").send();
            }
            try (Reeve reeve = connect("--url", url)) {
                reeve.request("GET", "/v1/me").send();
            }
        } finally {
            stub.stop(0);
        }
        assertThat(seen).containsExactly("Bearer rv_abc_secret", "null");
    }
}
