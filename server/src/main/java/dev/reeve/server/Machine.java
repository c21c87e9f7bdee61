package dev.reeve.server;

import dev.reeve.engine.EngineVersion;
import dev.reeve.journal.local.Disk;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.node.Clock;
import dev.reeve.node.ServerClock;
import java.util.function.LongFunction;

/**
 * What a server runs on.
 *
 * @param clock makes the clock, given the latest time used before; 0 if there was none
 * @param engineVersion the newest version of the engine that a node of a cluster says to have
 */
public record Machine(Disk.Opener disks, LongFunction<Clock> clock, int engineVersion) {
    /** The disk and the clock of this machine. */
    public static final Machine REAL = new Machine(RealDisk::open, ServerClock::new);

    public Machine(Disk.Opener disks, LongFunction<Clock> clock) {
        this(disks, clock, EngineVersion.CURRENT);
    }
}
