/** Model-based tests of the whole server through all its doors. */
@NullMarked
package dev.reeve.campaign.model;

import org.jspecify.annotations.NullMarked;
