package dev.reeve.access;

import java.net.InetAddress;

/** Somebody who uses a door: an identity, and where it comes from. */
public record Caller(Identity identity, String door, InetAddress address) {}
