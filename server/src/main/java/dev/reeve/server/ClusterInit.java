package dev.reeve.server;

import dev.reeve.cluster.Member;
import dev.reeve.cluster.jraft.JraftBeginning;
import dev.reeve.cluster.jraft.JraftSettings;
import dev.reeve.cluster.member.FirstState;
import dev.reeve.cluster.member.Founder;
import dev.reeve.cluster.member.Founding;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.DoubtLeases;
import dev.reeve.engine.format.FormatException;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.local.DirectoryInUseException;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.LocalJournal;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.node.EngineRecovery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes the data folder of a server that of the first node of a cluster. What the server had is moved aside, and kept.
 *
 * <p>Invariant: until the end both kinds of server refuse the folder, and the same command goes on where it was interrupted. Nothing of
 * the old data is moved before the new one is complete on the disk.
 */
public final class ClusterInit {
    private static final String OLD = "before-cluster";
    private static final String MANIFEST = "manifest";
    private static final Pattern OF_A_SERVER = Pattern.compile("(journal-|snapshot-|payload-).*|" + MANIFEST);
    /** The members of a cluster are numbered from 1. */
    private static final int FIRST_NUMBER = 1;

    private final Settings settings;
    private final Path data;
    private final Path folder;
    private final Founder self;

    private ClusterInit(Settings settings) {
        this.settings = settings;
        data = settings.get(Settings.DATA);
        folder = ClusterFolder.of(data);
        ClusterSettings.Address at = settings.clusterAddress();
        self = new Founder(settings.get(ClusterSettings.NAME).orElseThrow(), at.host(), at.port());
    }

    /** Does so with the settings that the server has and will have. Returns what was done, in words. */
    public static String run(Settings settings) {
        if (settings.get(ClusterSettings.NAME).isEmpty()) {
            throw new StartException("cluster.name: set the name of this node, and cluster.listen");
        }
        if (!settings.get(ClusterSettings.PEERS).isEmpty()) {
            throw new StartException("cluster.peers: leave it out, the other nodes join this one");
        }
        ClusterInit init = new ClusterInit(settings);
        try {
            return init.run();
        } catch (DirectoryInUseException e) {
            throw new StartException("data: " + e.getMessage() + "; stop that one first");
        } catch (IOException e) {
            throw new StartException("data: " + IoErrorText.in(init.data, e));
        } catch (FormatException e) {
            throw new StartException("data: " + e.getMessage());
        }
    }

    private String run() throws IOException {
        boolean hasJobs = Files.exists(data.resolve(MANIFEST));
        if (!Files.exists(folder)) {
            RealDisk.makeFolder(data);
            if (hasJobs) {
                begin();
            } else {
                found(folder);
            }
        } else if (!hasJobs) {
            throw new StartException("data: " + data + " belongs to a node of a cluster already");
        }
        moveAside();
        String what = hasJobs ? " with all its jobs; the old files are in " + data.resolve(OLD) : " without jobs";
        return data + " belongs to " + self + ", the first node of a cluster," + what;
    }

    private void found(Path where) throws IOException {
        RealDisk.makeFolder(where);
        Founding.foundAlone(where, self, new SecureRandom().nextLong());
    }

    /** Writes the state beside its place, and then gives it its name. */
    private void begin() throws IOException {
        Path begun = data.resolve("cluster.new");
        FolderTree.delete(begun);
        EngineRecovery recovery = new EngineRecovery();
        LocalJournal journal =
                LocalJournal.open(RealDisk.open(data), JournalSettings.from(settings), recovery, new Failures());
        try {
            Engine engine = recovery.engine();
            if (engine.payloads().any()) {
                // A snapshot of the group has no files beside it that places could refer to.
                throw new StartException(
                        "data: payloads of " + engine.payloads().count()
                                + " jobs are on disk only, which a cluster cannot have; make a backup, restore it, and take that folder");
            }
            // The callers of the server are gone. A member would settle what it has promised itself, and it was no
            // member.
            engine.apply(new Entry<>(engine.atMicros(), 0, new DoubtLeases()), Effects.NONE);
            engine.apply(new Entry<>(engine.atMicros(), 0, new AbandonAll()), Effects.NONE);
            Member member = new Member(self.host(), self.port(), FIRST_NUMBER);
            JraftSettings group = new JraftSettings(member, List.of(member), begun, 0);
            long position = journal.lastAppended() + 2;
            JraftBeginning.write(
                    group,
                    JournalSettings.from(settings),
                    JraftBeginning.FIRST_TERM,
                    to -> FirstState.write(to, engine, position));
        } finally {
            journal.close();
        }
        found(begun);
        Files.move(begun, folder, StandardCopyOption.ATOMIC_MOVE);
        RealDisk.open(data).syncDirectory();
    }

    /** The manifest goes last: as long as it is there, no server starts on this folder. */
    private void moveAside() throws IOException {
        Path old = data.resolve(OLD);
        List<Path> files;
        try (Stream<Path> all = Files.list(data)) {
            files = all.filter(file ->
                            OF_A_SERVER.matcher(file.getFileName().toString()).matches())
                    .sorted(Comparator.comparing(file -> file.endsWith(MANIFEST)))
                    .toList();
        }
        if (files.isEmpty()) {
            return;
        }
        RealDisk.makeFolder(old);
        for (Path file : files) {
            Files.move(file, old.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        }
        RealDisk.open(old).syncDirectory();
        RealDisk.open(data).syncDirectory();
    }

    /** Nothing is written to the old journal, so nothing fails there. */
    private static final class Failures implements JournalListener {
        @Override
        public void advanced() {}

        @Override
        public void failed(String message, Throwable cause) {
            throw new StartException("data: " + message + ": " + cause);
        }
    }
}
