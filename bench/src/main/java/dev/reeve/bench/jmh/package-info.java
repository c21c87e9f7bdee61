/**
 * JMH benchmarks of single components. Benchmarks of package-private decoders are in a package of the same name as the
 * decoder.
 */
@NullMarked
package dev.reeve.bench.jmh;

import org.jspecify.annotations.NullMarked;
