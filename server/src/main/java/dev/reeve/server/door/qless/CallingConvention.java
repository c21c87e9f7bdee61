package dev.reeve.server.door.qless;

/** The way in by which a call came: it decides the order of the arguments and the shape of the reply. */
public enum CallingConvention {
    /** One script for all calls, the call's name as first argument. */
    CURRENT,
    /** A script for each call, as clients of 2012 have them. */
    Y2012,
    /** A function for each call, as its description writes it. */
    FUNCTION
}
