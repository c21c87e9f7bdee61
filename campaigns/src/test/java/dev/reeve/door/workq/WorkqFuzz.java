package dev.reeve.door.workq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.campaign.fuzz.DoorCheck;
import dev.reeve.engine.StateHash;
import java.util.regex.Pattern;

/** Fuzz target: the input of a Workq client. */
public final class WorkqFuzz {
    private static final Pattern REPLIES = Pattern.compile("([+-][A-Z].*\r\n(?s:.*))?");
    private static final DoorCheck DOOR = new DoorCheck(
            (node, connections) -> new WorkqDoor(node, connections, WorkqSettings.DEFAULTS),
            "inspect queue nobody\r\n",
            "-NOT-FOUND\r\n",
            StateHash::of);

    private WorkqFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        assertThat(DOOR.check(input)).matches(REPLIES);
    }
}
