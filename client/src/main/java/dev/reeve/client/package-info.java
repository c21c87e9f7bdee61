/**
 * The Java client of Reeve's own HTTP interface, and a worker. {@link dev.reeve.client.Reeve} is the way in.
 *
 * <p>A request whose outcome is not known is repeated, and every repeat is harmless: the client makes the ids of jobs, and
 * what a worker reports carries the token of its lease. Only durations are sent, never a time of the client's clock, unless
 * the program itself names a time.
 */
@NullMarked
package dev.reeve.client;

import org.jspecify.annotations.NullMarked;
