/**
 * What is counted while the server works. Each figure has one thread that writes it, and any may read it at any time, so
 * that counting costs a few plain instructions. Nothing here knows who asks for the figures, or in which form.
 */
@NullMarked
package dev.reeve.server.tally;

import org.jspecify.annotations.NullMarked;
