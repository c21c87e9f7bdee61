/** The wiring of the server: settings, the order of start and stop, and the list of doors. No other package knows all doors. */
@NullMarked
package dev.reeve.server;

import org.jspecify.annotations.NullMarked;
