/**
 * A node as a member of a cluster: its order of work is the replicated log, and its state is saved by the group. The consensus
 * itself is behind the port of {@code dev.reeve.cluster}.
 */
@org.jspecify.annotations.NullMarked
package dev.reeve.cluster.member;
