package dev.reeve.bench.load;

import java.util.List;
import java.util.function.Function;

/** A protocol that the load generator speaks: its name, default port and client side. */
public record Door(String name, int port, Function<Work, Dialogue> dialogues) {
    public static final Door WORKQ = new Door("workq", 9922, WorkqDialogue::new);
    public static final Door GOQUEUE = new Door("goqueue", 11223, GoqueueDialogue::new);
    public static final Door QLESS = new Door("qless", 6380, QlessDialogue::new);
    public static final Door OCYPOD = new Door("ocypod", 8023, OcypodDialogue::new);
    public static final Door BEANSTALKD = new Door("beanstalkd", 11300, BeanstalkdDialogue::new);
    public static final Door REDIS = new Door("redis", 6379, RedisDialogue::new);

    /** The doors of Reeve. */
    public static final List<Door> OURS = List.of(WORKQ, GOQUEUE, QLESS, OCYPOD);
}
