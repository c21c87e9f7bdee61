/** Several nodes as one: the port to a consensus library, and what stands behind it. */
@org.jspecify.annotations.NullMarked
package dev.reeve.cluster;
