package dev.reeve.server;

import dev.reeve.cluster.member.Founding;
import dev.reeve.cluster.member.SkippedEntries;
import java.io.IOException;
import java.nio.file.Path;

/** Notes an entry in the data folder of a node at which every node of its cluster stops, so that this one skips it. */
public final class ClusterSkip {
    private ClusterSkip() {}

    /** Returns what was done, in words. */
    public static String run(Settings settings, long position) {
        Path data = settings.get(Settings.DATA);
        Path folder = ClusterFolder.of(data);
        if (!Founding.isMember(folder)) {
            throw new StartException("data: " + data + " does not belong to a node of a cluster");
        }
        try {
            boolean isNew = SkippedEntries.add(folder, position);
            return "entry " + position + (isNew ? " will be skipped" : " was noted before, and will be skipped")
                    + " by the node of " + data
                    + " after its next start; do the same on every other node before it starts";
        } catch (IOException e) {
            throw new StartException("data: " + IoErrorText.in(folder, e));
        }
    }
}
