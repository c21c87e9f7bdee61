/** The command line: subcommands, options, exit codes and one-line error messages. */
@NullMarked
package dev.reeve.server.cli;

import org.jspecify.annotations.NullMarked;
