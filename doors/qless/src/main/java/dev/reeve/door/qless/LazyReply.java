package dev.reeve.door.qless;

import java.util.Collection;

/** A query result that is encoded later and references data of the engine. */
public interface LazyReply {
    /** The parts that may be large; {@link ReplySize} adds them up. */
    Collection<?> parts();
}
