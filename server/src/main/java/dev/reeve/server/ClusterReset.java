package dev.reeve.server;

import dev.reeve.cluster.Member;
import dev.reeve.cluster.jraft.JraftBeginning;
import dev.reeve.cluster.jraft.JraftRemains;
import dev.reeve.cluster.jraft.JraftSettings;
import dev.reeve.cluster.member.FirstState;
import dev.reeve.cluster.member.Founding;
import dev.reeve.cluster.member.StateReplay;
import dev.reeve.engine.Engine;
import dev.reeve.engine.format.FormatException;
import dev.reeve.journal.local.DirectoryInUseException;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.node.HeapTooSmallException;
import dev.reeve.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes a stopped node the only member of a new cluster, with all that its own disk has. For a cluster of which most nodes are lost for good.
 *
 * <p>Invariant: the new data is complete on the disk before the old one is moved aside, and the same command goes on where it was interrupted.
 * Nobody takes the members of the new cluster for those of the old one: their numbers and terms are of another range.
 */
public final class ClusterReset implements AutoCloseable {
    private static final String OLD = "before-reset-";
    /** The members of a cluster that was reset are numbered from the next multiple of this. */
    private static final int NUMBERS = 100;

    private static final int MOST_NUMBER = 0xFFFF;
    /** A lost node may know later terms than this one, but not so many. */
    private static final long TERMS = 1_000_000;

    /** A step that reads or writes the data folder. */
    private interface Step<T> {
        T run() throws IOException;
    }

    private final Settings settings;
    private final Path data;
    private final Path folder;
    private final Founding founding;
    private final JraftRemains remains;
    private final List<Member> members;

    private ClusterReset(Settings settings, Path folder, Founding founding, JraftRemains remains) throws IOException {
        this.settings = settings;
        this.data = settings.get(Settings.DATA);
        this.folder = folder;
        this.founding = founding;
        this.remains = remains;
        List<Member> named = remains.members();
        this.members = named.isEmpty() ? founding.founders() : named;
    }

    /** Completes a reset that was interrupted. Returns what was done, in words; null if there is nothing to complete. */
    public static @Nullable String complete(Settings settings) {
        Path data = settings.get(Settings.DATA);
        if (Files.exists(ClusterFolder.inUse(data)) || !Files.exists(ClusterFolder.next(data))) {
            return null;
        }
        return inWords(data, () -> {
            putInPlace(data);
            return "the reset of " + data + " is complete: start it, and let nodes with empty data folders join it";
        });
    }

    /** Opens the data folder of a node, with the settings that it has and will have. It is locked until it is closed. */
    public static ClusterReset open(Settings settings) {
        Path data = settings.get(Settings.DATA);
        Path folder = ClusterFolder.of(data);
        String name = settings.get(ClusterSettings.NAME)
                .orElseThrow(() -> new StartException("cluster.name: set the name of this node, as for serve"));
        if (!Founding.isMember(folder)) {
            throw new StartException("data: " + data + " does not belong to a node of a cluster");
        }
        return inWords(data, () -> {
            Founding founding;
            try {
                founding = Founding.open(folder, name, List.of(), 0);
            } catch (Founding.RefusedException e) {
                throw new StartException("cluster: " + e.getMessage());
            }
            if (!founding.isFounded()) {
                throw new StartException("cluster: " + name + " was never a member of a cluster");
            }
            JraftSettings group = new JraftSettings(founding.self(), founding.founders(), folder, 0);
            JraftRemains remains = JraftRemains.open(group, JournalSettings.from(settings));
            ClusterReset reset = new ClusterReset(settings, folder, founding, remains);
            if (reset.members.equals(List.of(founding.self()))) {
                reset.close();
                throw new StartException("cluster: " + name + " is the only member of its cluster already");
            }
            return reset;
        });
    }

    private static <T> T inWords(Path data, Step<T> step) {
        try {
            return step.run();
        } catch (DirectoryInUseException e) {
            throw new StartException("data: " + e.getMessage() + "; stop that one first");
        } catch (IOException e) {
            throw new StartException("data: " + IoErrorText.in(data, e));
        } catch (FormatException | HeapTooSmallException e) {
            throw new StartException("data: " + e.getMessage());
        }
    }

    private String name() {
        return String.valueOf(founding.name(founding.self()));
    }

    /** What it means, in lines. */
    public List<String> warning() {
        String others = members.stream()
                .filter(member -> !member.equals(founding.self()))
                .map(this::name)
                .collect(Collectors.joining(", "));
        int most = members.size() / 2 + 1;
        return List.of(
                name() + " becomes a cluster of its own, without " + others + ".",
                "- Its log ends with entry " + remains.lastIndex() + " of term " + remains.lastTerm()
                        + ". If other nodes"
                        + " are left too, reset the one with the highest term, and of those the one with the highest entry:"
                        + " it has all that any of them has.",
                "- Lost is what was acknowledged and is not in this log. Acknowledged is what " + most + " of "
                        + members.size() + " nodes have written, and this one need not be among them: it lacks the last"
                        + " moments before the others were lost, or more if it was behind or away.",
                "- Done is all that is in this log, also changes at its end whose callers were told no outcome.",
                "- " + others + " must not start with their present data again: most of them together would go on"
                        + " beside this one, and what they acknowledge then is not here.");
    }

    private String name(Member member) {
        String known = founding.name(member);
        return known == null ? member.host() + ":" + member.port() : known;
    }

    /** Resets the members. Returns what was done, in words. */
    public String run() {
        return inWords(data, () -> {
            Path next = ClusterFolder.next(data);
            FolderTree.delete(next);
            Engine engine = begin(next);
            // What is moved must not be open.
            remains.close();
            Path old = putInPlace(data);
            return name() + " is the only node of a new cluster, with " + Counts.of(engine.jobCount(), "job")
                    + "; its old files are in " + old
                    + ". Start it, and let nodes with empty data folders join it";
        });
    }

    private Engine begin(Path next) throws IOException {
        StateReplay replay = new StateReplay(folder, NodeSettings.maxRecoveredBytes(settings));
        remains.replay(replay.listener());
        Engine engine = replay.settled();
        int highest =
                Math.max(Math.max(remains.highestNumber(), founding.founders().size()), replay.highestNumber());
        int number = (Math.max(highest, founding.self().number()) / NUMBERS + 1) * NUMBERS + 1;
        if (number > MOST_NUMBER) {
            throw new StartException(
                    "cluster: no number is left for " + name() + "; make a backup, restore it, and take that folder");
        }
        ClusterSettings.Address at = settings.clusterAddress();
        Member self = new Member(at.host(), at.port(), number);
        JraftSettings group = new JraftSettings(self, List.of(self), next, 0);
        long term = (remains.highestTerm() / TERMS + 1) * TERMS;
        JraftBeginning.write(
                group, JournalSettings.from(settings), term, to -> FirstState.write(to, engine, replay.position()));
        Founding.goOnAlone(next, name(), self, new SecureRandom().nextLong());
        return engine;
    }

    /** Moves the old folder aside, if that was not done before, and the new one into its place. Returns where the old one is. */
    private static Path putInPlace(Path data) throws IOException {
        Path inUse = ClusterFolder.inUse(data);
        int count = 1;
        while (Files.exists(data.resolve(OLD + count))) {
            count++;
        }
        Path old = data.resolve(OLD + count);
        if (Files.exists(inUse)) {
            Files.move(inUse, old, StandardCopyOption.ATOMIC_MOVE);
            RealDisk.open(data).syncDirectory();
        }
        Files.move(ClusterFolder.next(data), inUse, StandardCopyOption.ATOMIC_MOVE);
        RealDisk.open(data).syncDirectory();
        return old;
    }

    @Override
    public void close() {
        remains.close();
    }
}
