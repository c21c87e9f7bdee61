/** A server that is killed while clients of its HTTP interface use all that it offers for jobs. */
@NullMarked
package dev.reeve.server.kill;

import org.jspecify.annotations.NullMarked;
