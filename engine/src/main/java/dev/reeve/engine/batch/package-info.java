/** Batches: jobs that are counted together, with jobs that follow their end. */
@NullMarked
package dev.reeve.engine.batch;

import org.jspecify.annotations.NullMarked;
