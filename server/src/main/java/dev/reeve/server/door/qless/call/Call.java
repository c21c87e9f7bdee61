package dev.reeve.server.door.qless.call;

import dev.reeve.server.door.qless.Parsed;

/** Makes sense of the arguments of one call. */
@FunctionalInterface
interface Call {
    Parsed parse(Request request);
}
