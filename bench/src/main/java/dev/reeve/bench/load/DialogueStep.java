package dev.reeve.bench.load;

/** What a client asks for: once a connection to be greeted, then for each job these three in turn. */
enum DialogueStep {
    GREET,
    ADD,
    TAKE,
    FINISH
}
