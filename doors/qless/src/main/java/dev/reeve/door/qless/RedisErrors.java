package dev.reeve.door.qless;

import dev.reeve.engine.Rejection;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Error replies. Their texts equal those of Redis where clients may parse them. */
final class RedisErrors {
    static final Resp NOT_AN_INTEGER = error("ERR value is not an integer or out of range");
    static final Resp SYNTAX = error("ERR syntax error");
    static final Resp NO_SCRIPT = error("NOSCRIPT No matching script. Please use EVAL.");
    static final Resp NOT_LUA = error("ERR user_script:1: Reeve runs qless calls, not Lua");

    static final Resp NO_LOGIN = error("NOAUTH Authentication required.");
    static final Resp WRONG_SECRET = error("WRONGPASS invalid username-password pair or user is disabled.");
    static final Resp NOT_ALLOWED = error("NOPERM this user has no permission to do this with this queue");
    static final Resp NO_LEADER = error("CLUSTERDOWN The cluster has no leader");
    static final Resp OLDER_NODES = error("TRYAGAIN Not all nodes of the cluster have this version yet");

    private static final int MOST_SHOWN_CHARACTERS = 128;

    private RedisErrors() {}

    /** The error for a rejection that any call may meet, whatever it asks for; null for others. */
    static @Nullable Resp ofAnyCall(@Nullable Rejection why) {
        if (why == Rejection.NOT_ALLOWED) {
            return NOT_ALLOWED;
        }
        if (why == Rejection.OLDER_NODES) {
            return OLDER_NODES;
        }
        return why == Rejection.NO_LEADER ? NO_LEADER : null;
    }

    static Resp error(String text) {
        return new Resp.Error(text);
    }

    static Resp unknownCommand(List<byte[]> words) {
        StringBuilder arguments = new StringBuilder();
        for (int i = 1; i < words.size() && arguments.length() < MOST_SHOWN_CHARACTERS; i++) {
            String shown = shown(words.get(i), MOST_SHOWN_CHARACTERS - arguments.length());
            arguments.append('\'').append(shown).append("' ");
        }
        String name = shown(words.get(0), MOST_SHOWN_CHARACTERS);
        return error("ERR unknown command '" + name + "', with args beginning with: " + arguments);
    }

    private static String shown(byte[] word, int mostBytes) {
        return RequestText.of(word.length <= mostBytes ? word : Arrays.copyOf(word, mostBytes));
    }

    static Resp wrongArguments(String command) {
        return error("ERR wrong number of arguments for '" + command + "' command");
    }

    static Resp unknownSubcommand(String command, byte[] subcommand) {
        String name = command.toUpperCase(Locale.ROOT);
        return error(
                "ERR unknown subcommand '" + shown(subcommand, MOST_SHOWN_CHARACTERS) + "'. Try " + name + " HELP.");
    }

    static Resp notWhileSubscribed(String command) {
        return error("ERR Can't execute '" + command
                + "': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context");
    }
}
