/** Commands that talk to a running server, through the Java client. */
@NullMarked
package dev.reeve.server.cli.remote;

import org.jspecify.annotations.NullMarked;
