/** A complete server in the test process: real sockets, real node, and a clock that the test controls. */
@NullMarked
package dev.reeve.server.testing;

import org.jspecify.annotations.NullMarked;
