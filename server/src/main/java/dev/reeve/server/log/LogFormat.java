package dev.reeve.server.log;

/** The format of a log line: readable text, or JSON for programs. */
public enum LogFormat {
    TEXT,
    JSON
}
