package dev.reeve.door.goqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.campaign.fuzz.DoorCheck;
import dev.reeve.engine.Engine;
import java.util.regex.Pattern;

/** Fuzz target: the input of a Go Job Queue client. */
public final class GoqueueFuzz {
    private static final Pattern REPLIES = Pattern.compile("((OK|ADDED|RESERVED|TIMEOUT|ERROR)\0(?s:.*))?");
    private static final DoorCheck DOOR = new DoorCheck(
            (node, connections) -> new GoqueueDoor(node, GoqueueSettings.DEFAULTS),
            "CONNECT\0",
            "OK\0",
            GoqueueFuzz::jobs);

    private GoqueueFuzz() {}

    /** The door generates random ids. */
    private static String jobs(Engine engine) {
        return engine.jobCount() + " jobs";
    }

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        assertThat(DOOR.check(input)).matches(REPLIES);
    }
}
