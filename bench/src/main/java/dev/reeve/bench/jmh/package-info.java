/**
 * JMH benchmarks of the parts by themselves. Those of decoders that only their own package sees are in packages of the same
 * name as theirs.
 */
@NullMarked
package dev.reeve.bench.jmh;

import org.jspecify.annotations.NullMarked;
