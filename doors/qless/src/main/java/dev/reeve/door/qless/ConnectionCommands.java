package dev.reeve.door.qless;

import static dev.reeve.door.qless.CallPlan.answer;

import dev.reeve.access.Secret;
import dev.reeve.net.Login;
import dev.reeve.net.RefusalKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Commands about the client's own connection: PING, ECHO, AUTH, HELLO, SELECT, CLIENT, QUIT, RESET. */
final class ConnectionCommands {
    private static final Resp PONG = new Resp.Simple("PONG");
    private static final Resp NO_PASSWORD =
            RedisErrors.error("ERR AUTH <password> called without any password configured for the default user."
                    + " Are you sure your configuration is correct?");
    private static final Resp BAD_NAME =
            RedisErrors.error("ERR Client names cannot contain spaces, newlines or special characters.");
    private static final String DEFAULT_USER = "default";
    private static final int LONGEST_NAME_BYTES = 255;

    private ConnectionCommands() {}

    static CallPlan ping(RedisConnection client, List<byte[]> words) {
        Resp text = words.size() == 2 ? new Resp.Bulk(words.get(1)) : null;
        if (client.isResp2Subscriber()) {
            return answer(Resp.array(List.of(Resp.bulk("pong"), text == null ? Resp.bulk("") : text)));
        }
        return answer(text == null ? PONG : text);
    }

    static CallPlan echo(RedisConnection client, List<byte[]> words) {
        return answer(new Resp.Bulk(words.get(1)));
    }

    /** {@code AUTH token} or {@code AUTH name secret}, where the secret is a password or a token. */
    static void auth(RedisConnection client, List<byte[]> words) {
        Login login = client.session().login();
        if (login == null) {
            client.runOrQueue(ConnectionCommands::authWithoutSecrets, words);
        } else if (client.transaction() != null) {
            client.refuse(RefusalKind.MALFORMED, RedisErrors.error("ERR Command not allowed inside a transaction"));
        } else {
            client.logIn(login, secret(words.subList(1, words.size())), () -> Resp.OK, () -> {});
        }
    }

    private static Secret secret(List<byte[]> words) {
        String last = new String(words.get(words.size() - 1), StandardCharsets.UTF_8);
        return words.size() == 1
                ? Secret.ofToken(last)
                : new Secret(new String(words.get(0), StandardCharsets.UTF_8), last);
    }

    /** There are no passwords. Only the default user exists, without a password, as in Redis without authentication. */
    private static CallPlan authWithoutSecrets(RedisConnection client, List<byte[]> words) {
        if (words.size() == 2) {
            return answer(NO_PASSWORD);
        }
        return answer(isDefaultUser(words.get(1)) ? Resp.OK : RedisErrors.WRONG_SECRET);
    }

    private static boolean isDefaultUser(byte[] word) {
        return RequestText.of(word).equals(DEFAULT_USER);
    }

    static CallPlan select(RedisConnection client, List<byte[]> words) {
        OptionalLong number = RequestText.integer(words.get(1));
        if (number.isEmpty()) {
            return answer(RedisErrors.NOT_AN_INTEGER);
        }
        return answer(number.getAsLong() == 0 ? Resp.OK : RedisErrors.error("ERR DB index is out of range"));
    }

    static void quit(RedisConnection client, List<byte[]> words) {
        client.answer(Resp.OK);
        client.session().end();
    }

    static void disconnect(RedisConnection client, List<byte[]> words) {
        client.session().end();
        client.session().abort();
    }

    static void reset(RedisConnection client, List<byte[]> words) {
        client.transaction(null);
        client.unwatch();
        client.name("");
        Login login = client.session().login();
        if (login != null) {
            login.reset();
        }
        Runnable endSubscriptions = client.subscriptions().clear();
        Runnable switchPushVersion = client.version(RespVersion.RESP2);
        client.answer(new Resp.Simple("RESET"), () -> {
            endSubscriptions.run();
            switchPushVersion.run();
        });
    }

    static void hello(RedisConnection client, List<byte[]> words) {
        RespVersion wanted = client.version();
        if (words.size() > 1) {
            OptionalLong version = RequestText.integer(words.get(1));
            if (version.isEmpty()) {
                client.answer(RedisErrors.error("ERR Protocol version is not an integer or out of range"));
                return;
            }
            if (version.getAsLong() != 2 && version.getAsLong() != 3) {
                client.answer(RedisErrors.error("NOPROTO unsupported protocol version"));
                return;
            }
            wanted = version.getAsLong() == 2 ? RespVersion.RESP2 : RespVersion.RESP3;
        }
        Login login = client.session().login();
        HelloOptions options = new HelloOptions();
        Resp error = options.read(client, words);
        if (error != null) {
            client.answer(error);
        } else if (login != null && options.secret != null) {
            RespVersion chosen = wanted;
            AtomicReference<Runnable> switchPushVersion = new AtomicReference<>(() -> {});
            client.logIn(
                    login,
                    options.secret,
                    () -> {
                        switchPushVersion.set(client.version(chosen));
                        return greeting(client);
                    },
                    () -> switchPushVersion.get().run());
        } else if (login != null && !login.isDone()) {
            client.answer(RedisErrors.NO_LOGIN);
        } else {
            Runnable switchPushVersion = client.version(wanted);
            client.answer(greeting(client), switchPushVersion);
        }
    }

    /** {@code AUTH user password} and {@code SETNAME name}. */
    private static final class HelloOptions {
        private @Nullable Secret secret;

        /** Reads the options and sets the name; returns an error, or null. */
        @Nullable
        Resp read(RedisConnection client, List<byte[]> words) {
            boolean needsSecrets = client.session().login() != null;
            for (int i = 2; i < words.size(); i++) {
                String option = RequestText.upper(words.get(i));
                int left = words.size() - i - 1;
                if (option.equals("AUTH") && left >= 2) {
                    secret = secret(words.subList(i + 1, i + 3));
                    if (!needsSecrets && !isDefaultUser(words.get(i + 1))) {
                        return RedisErrors.WRONG_SECRET;
                    }
                    i += 2;
                } else if (option.equals("SETNAME") && left >= 1) {
                    if (!setName(client, words.get(i + 1))) {
                        return BAD_NAME;
                    }
                    i++;
                } else {
                    return RedisErrors.error("ERR Syntax error in HELLO option '" + RequestText.of(words.get(i)) + "'");
                }
            }
            return null;
        }
    }

    private static Resp greeting(RedisConnection client) {
        List<Resp> items = new ArrayList<>();
        items.addAll(List.of(Resp.bulk("server"), Resp.bulk("redis")));
        items.addAll(List.of(Resp.bulk("version"), Resp.bulk(ServerCommands.REDIS_VERSION)));
        items.addAll(List.of(Resp.bulk("proto"), new Resp.Int(client.version().number())));
        items.addAll(List.of(Resp.bulk("id"), new Resp.Int(client.id())));
        items.addAll(List.of(Resp.bulk("mode"), Resp.bulk("standalone")));
        items.addAll(List.of(Resp.bulk("role"), Resp.bulk("master")));
        items.addAll(List.of(Resp.bulk("modules"), Resp.array(List.of())));
        return new Resp.Aggregate(Resp.Type.MAP, items);
    }

    static CallPlan client(RedisConnection client, List<byte[]> words) {
        String subcommand = RequestText.upper(words.get(1));
        int arguments = words.size() - 2;
        return switch (subcommand) {
            case "ID" -> arguments == 0 ? answer(new Resp.Int(client.id())) : wrongArguments(subcommand);
            case "GETNAME" ->
                arguments > 0
                        ? wrongArguments(subcommand)
                        : answer(client.name().isEmpty() ? Resp.nil() : Resp.bulk(client.name()));
            case "SETNAME" ->
                arguments != 1
                        ? wrongArguments(subcommand)
                        : answer(setName(client, words.get(2)) ? Resp.OK : BAD_NAME);
            // Accepted without effect: library names and memory hints.
            case "SETINFO", "NO-EVICT", "NO-TOUCH" -> answer(Resp.OK);
            default -> answer(RedisErrors.unknownSubcommand("client", words.get(1)));
        };
    }

    private static boolean setName(RedisConnection client, byte[] word) {
        for (byte b : word) {
            if (b < '!' || b > '~') {
                return false;
            }
        }
        if (word.length > LONGEST_NAME_BYTES) {
            return false;
        }
        client.name(RequestText.of(word));
        return true;
    }

    private static CallPlan wrongArguments(String subcommand) {
        return answer(RedisErrors.wrongArguments("client|" + subcommand.toLowerCase(Locale.ROOT)));
    }
}
