/** Wires the server by hand: settings, the order of start and stop, and the only place that knows which doors there are. */
@NullMarked
package dev.reeve.server;

import org.jspecify.annotations.NullMarked;
