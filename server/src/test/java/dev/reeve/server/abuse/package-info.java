/** Clients that are too many, too slow, too greedy or named to do harm, against the real server in a process of its own. */
@NullMarked
package dev.reeve.server.abuse;

import org.jspecify.annotations.NullMarked;
