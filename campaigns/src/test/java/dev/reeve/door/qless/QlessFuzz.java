package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.campaign.fuzz.DoorCheck;
import dev.reeve.engine.StateHash;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Fuzz target: a qless client's bytes, from the Redis protocol down to the calls. */
public final class QlessFuzz {
    private static final Pattern REPLIES = Pattern.compile("([-+:$*%~>_,#(](?s:.*)\r\n)?");
    /** A browser is disconnected immediately, so the replies before that depend on how its bytes are split. */
    private static final Pattern HTTP = Pattern.compile("post|host:", Pattern.CASE_INSENSITIVE);

    private static final QlessSettings FLUSHABLE =
            new QlessSettings(true, 1024 * 1024, 255, 8L * 1024 * 1024, 64L * 1024 * 1024);
    private static final DoorCheck DOOR = new DoorCheck(
            (node, connections) -> new QlessDoor(node, connections, FLUSHABLE), "PING\r\n", "+PONG\r\n", StateHash::of);

    private QlessFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        if (HTTP.matcher(new String(input, StandardCharsets.ISO_8859_1)).find()) {
            return;
        }
        assertThat(DOOR.check(input)).matches(REPLIES);
    }
}
