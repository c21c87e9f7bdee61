package dev.reeve.bench.load;

import java.util.List;
import java.util.function.Function;

/**
 * A protocol that the load generator speaks: its name, default port and client side.
 *
 * @param batch how many jobs a request has
 */
public record Door(String name, int port, Function<Work, Dialogue> dialogues, int batch) {
    private static final int HTTP_PORT = 8023;

    public static final Door WORKQ = new Door("workq", 9922, WorkqDialogue::new);
    public static final Door GOQUEUE = new Door("goqueue", 11223, GoqueueDialogue::new);
    public static final Door QLESS = new Door("qless", 6380, QlessDialogue::new);
    public static final Door OCYPOD = new Door("ocypod", HTTP_PORT, OcypodDialogue::new);
    public static final Door API = api(1);
    public static final Door BEANSTALKD = new Door("beanstalkd", 11300, BeanstalkdDialogue::new);
    public static final Door REDIS = new Door("redis", 6379, RedisDialogue::new);

    /** The doors of Reeve. */
    public static final List<Door> OURS = List.of(WORKQ, GOQUEUE, QLESS, OCYPOD, API);

    Door(String name, int port, Function<Work, Dialogue> dialogues) {
        this(name, port, dialogues, 1);
    }

    /** The server's own interface, with so many jobs in each request. */
    public static Door api(int batch) {
        return new Door("api", HTTP_PORT, work -> new ApiDialogue(work, batch), batch);
    }

    /** qless with the script that its clients load, as text with one character per byte. */
    public static Door qless(String script) {
        return new Door(QLESS.name, QLESS.port, work -> new QlessDialogue(work, script));
    }

    /** The listener in settings and in the log: that of HTTP serves two of the doors. */
    public String listener() {
        return port == HTTP_PORT ? "http" : name;
    }
}
