/** Comparison of Reeve with beanstalkd, Redis, qless and itself: the same client and jobs, alternately. */
@NullMarked
package dev.reeve.bench.compare;

import org.jspecify.annotations.NullMarked;
