package dev.reeve.door.goqueue;

/** Fields of a frame header. */
enum FrameField {
    QUEUE("queue name", 0),
    TOKEN("token", 0),
    PRIORITY("priority", Integer.BYTES),
    TTP("ttp", Integer.BYTES),
    TIMEOUT("timeout", Integer.BYTES),
    ID("job ID", Long.BYTES),
    /** Only the length of the data belongs to the header. */
    DATA("job data", Integer.BYTES);

    private final String title;
    private final int bytes;

    FrameField(String title, int bytes) {
        this.title = title;
        this.bytes = bytes;
    }

    /** The name in error messages. */
    String title() {
        return title;
    }

    /** The size in bytes; 0 for a string, which ends with a null byte. */
    int bytes() {
        return bytes;
    }
}
