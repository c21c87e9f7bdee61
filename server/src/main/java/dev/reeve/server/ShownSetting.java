package dev.reeve.server;

/** A setting for people to see: key and value as TOML has them, and where the value comes from. */
public record ShownSetting(String key, String value, String source) {}
