/**
 * Consensus by SOFA JRaft, of which only the core is used: the log and the votes are a {@code RaftLog}, the wire is Netty.
 * No other package sees the library.
 *
 * <p>Its words: a peer is a member, an endpoint an address, a state machine a listener, a task a proposal, a closure a
 * callback, a processor what answers one kind of request.
 */
@org.jspecify.annotations.NullMarked
package dev.reeve.cluster.jraft;
