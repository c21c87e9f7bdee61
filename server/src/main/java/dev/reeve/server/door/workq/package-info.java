/** The Workq protocol: its bytes to commands and outcomes to its bytes. It has no rules of its own. */
@NullMarked
package dev.reeve.server.door.workq;

import org.jspecify.annotations.NullMarked;
