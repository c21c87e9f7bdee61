package dev.reeve.server.kill;

/** What one client does until the server is killed, and what must hold afterwards. Each load has queues of its own. */
interface ApiLoad {
    /** Makes some requests, and notes what was asked for and what was answered. */
    void step(ApiCalls api);

    /** Fails unless the server has all that was answered, and of what was not answered all or nothing. */
    void check(ApiCalls api);

    /** How many answers the client has noted. */
    int acknowledged();
}
