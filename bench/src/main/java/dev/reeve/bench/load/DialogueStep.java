package dev.reeve.bench.load;

/** The requests of a client: one handshake per connection, then these three for each job in turn. */
enum DialogueStep {
    GREET,
    ADD,
    TAKE,
    FINISH
}
