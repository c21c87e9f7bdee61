package dev.reeve.server.log;

/** The form of a log line: one for people, one for programs. */
public enum LogFormat {
    TEXT,
    JSON
}
