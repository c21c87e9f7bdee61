package dev.reeve.net.http;

/** A response that is passed to the channel in slices, as fast as the client reads. HTTP loop only. */
interface SlicedResponse {
    /** Sends as much as the channel takes. To be called again when it takes more. */
    void sendMore();

    /** The client has disconnected. */
    void abandon();
}
