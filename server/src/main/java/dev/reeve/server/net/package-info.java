/** Listening sockets, sessions and their limits. It moves bytes and knows no protocol's words. */
@NullMarked
package dev.reeve.server.net;

import org.jspecify.annotations.NullMarked;
