/** The subcommands: flags in, exit codes and single clear error lines out. */
@NullMarked
package dev.reeve.server.cli;

import org.jspecify.annotations.NullMarked;
