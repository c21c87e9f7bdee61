/** A whole server in one process for tests: real sockets, real node, and time in the test's hands. */
@NullMarked
package dev.reeve.server.testing;

import org.jspecify.annotations.NullMarked;
