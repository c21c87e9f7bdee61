/** How the log is written: its form, its levels, and what every line goes through on its way out. */
@NullMarked
package dev.reeve.server.log;

import org.jspecify.annotations.NullMarked;
