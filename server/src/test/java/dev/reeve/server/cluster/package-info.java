/** Tests of servers that are nodes of a cluster. */
@org.jspecify.annotations.NullMarked
package dev.reeve.server.cluster;
