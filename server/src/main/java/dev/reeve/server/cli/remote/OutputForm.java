package dev.reeve.server.cli.remote;

/** How results are printed. */
enum OutputForm {
    TABLE,
    JSON,
    JSONL,
    IDS
}
