/**
 * Listening sockets, sessions and their limits. It moves bytes and knows no protocol's words: what a door brings along is
 * a {@link dev.reeve.server.net.Protocol} for each connection.
 */
@NullMarked
package dev.reeve.server.net;

import org.jspecify.annotations.NullMarked;
