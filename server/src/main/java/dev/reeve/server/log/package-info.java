/** Logging: format, levels, and the escaping of all logged text. */
@NullMarked
package dev.reeve.server.log;

import org.jspecify.annotations.NullMarked;
