package dev.reeve.server;

import dev.reeve.campaign.crash.TroubledDisk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The server on a disk whose failures the parent process controls, one line per change. Arguments: {@code key=value}. */
public final class TroubledDiskMain {
    private TroubledDiskMain() {}

    public static void main(String[] words) throws IOException {
        TroubledDisk disk = new TroubledDisk();
        WatchedServer.start(disk, List.of(words));
        BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = parent.readLine(); line != null; line = parent.readLine()) {
            disk.trouble(TroubledDisk.Trouble.valueOf(line));
        }
    }
}
