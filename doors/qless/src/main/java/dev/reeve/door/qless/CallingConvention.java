package dev.reeve.door.qless;

/** The form in which a client sent a call. It determines the order of the arguments and the format of the reply. */
public enum CallingConvention {
    /** One script for all calls; the call's name is the first argument. */
    CURRENT,
    /** One script per call, used by clients of 2012. */
    Y2012,
    /** One function per call, as in the qless documentation. */
    FUNCTION
}
