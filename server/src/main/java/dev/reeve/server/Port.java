package dev.reeve.server;

/** Where a door listens: a port number, 0 for any free one, or not at all. */
public record Port(int number) {
    public static final Port OFF = new Port(-1);

    public boolean isOff() {
        return number < 0;
    }
}
