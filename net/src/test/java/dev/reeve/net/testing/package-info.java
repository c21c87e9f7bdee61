/** A server of one test: real sockets, a journal of either kind and a manual clock. */
@NullMarked
package dev.reeve.net.testing;

import org.jspecify.annotations.NullMarked;
