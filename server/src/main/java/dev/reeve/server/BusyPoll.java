package dev.reeve.server;

import java.nio.file.Path;

/** Whether the event loop busy-polls before it sleeps. AUTO: on, unless a CPU quota limits the process. */
enum BusyPoll {
    AUTO,
    ON,
    OFF;

    boolean isOn() {
        return this == ON || (this == AUTO && !ProcessorQuota.isSet(Path.of("/")));
    }
}
