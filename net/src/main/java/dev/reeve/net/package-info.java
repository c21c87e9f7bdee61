/**
 * Listening sockets, sessions and their limits. The package moves bytes and is independent of the protocols: each door
 * provides a {@link dev.reeve.net.Protocol} for every connection.
 */
@NullMarked
package dev.reeve.net;

import org.jspecify.annotations.NullMarked;
