package dev.reeve.server;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the data folder of a node has what belongs to its cluster. */
final class ClusterFolder {
    private ClusterFolder() {}

    /** The folder, which may not exist. Refused while a reset of the members is half done. */
    static Path of(Path data) {
        Path folder = inUse(data);
        if (!Files.exists(folder) && Files.exists(next(data))) {
            throw new StartException(
                    "data: reeve cluster reset-members was interrupted in " + data + ": run it again to complete it");
        }
        return folder;
    }

    /** The same at any time. */
    static Path inUse(Path data) {
        return data.resolve("cluster");
    }

    /** Where a reset of the members writes what is to come into its place. It is complete if there is nothing in that place. */
    static Path next(Path data) {
        return data.resolve("cluster.reset");
    }
}
