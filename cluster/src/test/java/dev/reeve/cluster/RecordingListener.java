package dev.reeve.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A state that is the list of all entries, so that those of two nodes can be compared. Checks the order of what it hears. */
public final class RecordingListener implements Consensus.Listener {
    private final List<String> entries = new ArrayList<>();
    private final List<Long> terms = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final List<String> disorder = new ArrayList<>();
    private long lastIndex;
    private long lastTerm;
    private long leads;
    private long loadedIndex;

    public synchronized List<String> entries() {
        return List.copyOf(entries);
    }

    /** Empty if there is none. */
    public synchronized String lastEntry() {
        return entries.isEmpty() ? "" : entries.get(entries.size() - 1);
    }

    /** The term in which the node leads; 0 if it does not. */
    public synchronized long leads() {
        return leads;
    }

    /** The terms in which it ever led. */
    public synchronized List<Long> terms() {
        return List.copyOf(terms);
    }

    /** The index of the last snapshot that was loaded; 0 if none was. */
    public synchronized long loadedIndex() {
        return loadedIndex;
    }

    public synchronized long lastIndex() {
        return lastIndex;
    }

    public synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    /** What came in the wrong order. */
    public synchronized List<String> disorder() {
        return List.copyOf(disorder);
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            disorder.add(problem);
        }
    }

    @Override
    public synchronized void committed(long index, long term, byte[] bytes) {
        require(index > lastIndex, "entry " + index + " after " + lastIndex);
        require(term >= lastTerm, "term " + term + " after " + lastTerm);
        lastIndex = index;
        lastTerm = term;
        entries.add(new String(bytes, UTF_8));
    }

    @Override
    public synchronized void leadershipStarted(long term) {
        require(leads == 0, "term " + term + " started in term " + leads);
        require(terms.isEmpty() || term >= terms.get(terms.size() - 1), "term " + term + " after " + terms);
        require(term >= lastTerm, "term " + term + " started after an entry of term " + lastTerm);
        leads = term;
        terms.add(term);
    }

    @Override
    public synchronized void leadershipEnded(long term) {
        require(leads == term, "term " + term + " ended in term " + leads);
        leads = 0;
    }

    @Override
    public synchronized void save(Path folder, Consensus.Saving saving) {
        try {
            Files.writeString(folder.resolve("entries"), String.join("\n", entries), UTF_8);
            saving.saved();
        } catch (IOException e) {
            saving.failed(e);
        }
    }

    @Override
    public synchronized void load(Path folder, long index) throws IOException {
        String text = Files.readString(folder.resolve("entries"), UTF_8);
        entries.clear();
        text.lines().forEach(entries::add);
        require(index > lastIndex, "snapshot of " + index + " after " + lastIndex);
        lastIndex = index;
        loadedIndex = index;
    }

    @Override
    public synchronized void failed(String message, Throwable cause) {
        failures.add(message + ": " + cause);
    }
}
