package dev.reeve.journal.local;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The payload files that snapshots need: those that a manifest which may be on disk lists, and those that a running snapshot may refer to, because
 * somebody has referred to them since it started.
 */
final class PayloadNeeds {
    private final NavigableSet<Long> inManifests = new TreeSet<>();
    private final List<Listing> running = new ArrayList<>();

    /** The files that one running snapshot may refer to. */
    static final class Listing {
        private final NavigableSet<Long> numbers = new TreeSet<>();

        /** The numbers of the files, in order. */
        List<Long> numbers() {
            return List.copyOf(numbers);
        }
    }

    /** The manifest of a start lists the file. */
    void found(long number) {
        inManifests.add(number);
    }

    /** A snapshot starts. */
    Listing begin(Collection<PayloadFile> files) {
        Listing begun = new Listing();
        for (PayloadFile file : files) {
            if (file.liveBytes() > 0) {
                begun.numbers.add(file.number());
            }
        }
        running.add(begun);
        return begun;
    }

    /** Somebody refers to a payload of the file. */
    void referred(long number) {
        running.forEach(listing -> listing.numbers.add(number));
    }

    /** From now on a manifest with these files may be on disk. */
    void mayBeListed(List<Long> numbers) {
        inManifests.addAll(numbers);
    }

    /** The manifest of the running snapshot is durable, and replaces all others. */
    void listed(Listing listing) {
        abandoned(listing);
        inManifests.retainAll(listing.numbers);
    }

    void abandoned(Listing listing) {
        if (!running.remove(listing)) {
            throw new IllegalStateException("the list has ended already");
        }
    }

    boolean contains(long number) {
        return inManifests.contains(number) || running.stream().anyMatch(listing -> listing.numbers.contains(number));
    }
}
