/** The wiring of the server: settings, and the order of start and stop. Only this package knows all doors. */
@NullMarked
package dev.reeve.server;

import org.jspecify.annotations.NullMarked;
