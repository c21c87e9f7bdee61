/** The sockets between the nodes of a cluster: one port, on which the first bytes say what is spoken. */
@org.jspecify.annotations.NullMarked
package dev.reeve.cluster.wire;
