package dev.reeve.server;

import java.nio.file.Path;

/** Whether the loop may spin before it sleeps. */
enum BusyPoll {
    AUTO,
    ON,
    OFF;

    boolean isOn() {
        return this == ON || (this == AUTO && !ProcessorQuota.isSet(Path.of("/")));
    }
}
