/**
 * Several real servers on one machine with a network between them that can be cut, and faults for them: see
 * {@link dev.reeve.campaign.partition.ClusterFault}.
 */
@NullMarked
package dev.reeve.campaign.partition;

import org.jspecify.annotations.NullMarked;
