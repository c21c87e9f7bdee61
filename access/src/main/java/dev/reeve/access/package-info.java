/**
 * Who may do what: identities and how they are proved, roles and their rights, the auth file, and {@link
 * dev.reeve.access.GuardedRequests}, through which a caller with an identity reaches the node.
 */
@NullMarked
package dev.reeve.access;

import org.jspecify.annotations.NullMarked;
