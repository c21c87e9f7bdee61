package dev.reeve.cluster.member;

/** A node of a cluster that is to be founded, as the settings name it. */
public record Founder(String name, String host, int port) implements Comparable<Founder> {
    @Override
    public int compareTo(Founder other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name + "=" + host + ":" + port;
    }
}
