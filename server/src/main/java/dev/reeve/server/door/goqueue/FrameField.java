package dev.reeve.server.door.goqueue;

/** What a command's head is made of. */
enum FrameField {
    QUEUE("queue name", 0),
    PRIORITY("priority", Integer.BYTES),
    TTP("ttp", Integer.BYTES),
    TIMEOUT("timeout", Integer.BYTES),
    ID("job ID", Long.BYTES),
    /** Only its length belongs to the head. */
    DATA("job data", Integer.BYTES);

    private final String title;
    private final int bytes;

    FrameField(String title, int bytes) {
        this.title = title;
        this.bytes = bytes;
    }

    /** What error messages call it. */
    String title() {
        return title;
    }

    /** How many bytes it takes; 0 for a string, which ends where its null byte is. */
    int bytes() {
        return bytes;
    }
}
