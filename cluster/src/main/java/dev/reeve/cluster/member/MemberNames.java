package dev.reeve.cluster.member;

import dev.reeve.cluster.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names of members by their numbers, kept in the data folder, so that a member that is away has a name after a restart. A number is given
 * once, so its name never changes. A file that cannot be read or written is no reason to stop: the names are told again.
 *
 * <p>Any thread may read; one writes.
 */
final class MemberNames {
    private static final Logger log = LoggerFactory.getLogger(MemberNames.class);
    private static final String FILE = "names";

    private final Path folder;
    private final Map<Integer, String> byNumber = new ConcurrentSkipListMap<>();

    MemberNames(Path folder) {
        this.folder = folder;
        Path file = folder.resolve(FILE);
        try {
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                int end = line.indexOf(' ');
                byNumber.put(Integer.parseInt(line.substring(0, Math.max(0, end))), line.substring(end + 1));
            }
        } catch (IOException | NumberFormatException e) {
            log.warn("cannot read {}: {}", file, e.toString());
        }
    }

    @Nullable
    String of(Member member) {
        return byNumber.get(member.number());
    }

    void put(Member member, String name) {
        byNumber.put(member.number(), name);
        List<String> lines = new ArrayList<>();
        byNumber.forEach((number, known) -> lines.add(number + " " + known));
        Path temporary = folder.resolve(FILE + ".new");
        try {
            Files.write(temporary, lines);
            Files.move(temporary, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            log.warn("cannot write {}: {}", folder.resolve(FILE), e.toString());
        }
    }
}
