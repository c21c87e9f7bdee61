/** Comparison of Reeve with beanstalkd and Redis: the same client and jobs, alternately. */
@NullMarked
package dev.reeve.bench.compare;

import org.jspecify.annotations.NullMarked;
