package dev.reeve.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What is compared with what, and the table of its results. */
interface Contest {
    /** The name of the results file, and of the place in the page. */
    String name();

    List<Integer> connections();

    /** Commands in flight on each connection, one after the other. */
    List<Integer> depths();

    /** Starts the servers, each with a folder of its own in this one. */
    void start(Lineup lineup, SyncMode durability, List<String> pinned, Path folder) throws IOException;

    /** Versions of the servers. */
    String servers() throws IOException;

    /** What the page is to have, such as a table. */
    String text(Results results, String conditions);
}
