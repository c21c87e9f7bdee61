package dev.reeve.server.door.qless;

import java.util.Collection;

/** An answer of the engine in the form that a call wants it. */
public interface LazyReply {
    /** What it is made of that may be large. */
    Collection<?> parts();
}
