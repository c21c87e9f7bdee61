package dev.reeve.server;

import dev.reeve.server.crash.FaultyDisk;
import dev.reeve.server.journal.RealDisk;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The server on a disk that fails. Arguments: what fails, after how many times it worked, then {@code key=value}. */
public final class BrokenDiskMain {
    private BrokenDiskMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        FaultyDisk.Fault fault = FaultyDisk.Fault.valueOf(arguments[0]);
        long worksFor = Long.parseLong(arguments[1]);
        SettingsReader reader = new SettingsReader();
        List.of(arguments).subList(2, arguments.length).forEach(reader::readAssignment);
        Server server = new Server(reader.settings(), folder -> new FaultyDisk(RealDisk.open(folder), fault, worksFor));
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(server.stop() ? 0 : 1)));
        server.start();
        new CountDownLatch(1).await();
    }
}
