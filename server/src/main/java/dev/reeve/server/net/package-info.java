/**
 * Listening sockets, sessions and their limits. The package moves bytes and is independent of the protocols: each door
 * provides a {@link dev.reeve.server.net.Protocol} for every connection.
 */
@NullMarked
package dev.reeve.server.net;

import org.jspecify.annotations.NullMarked;
