package dev.reeve.settings;

/** The port of a door: a number, 0 for any free port, or {@link #OFF}. */
public record Port(int number) {
    public static final Port OFF = new Port(-1);

    public boolean isOff() {
        return number < 0;
    }
}
