/**
 * Histories: what clients of a server asked for and were answered, and a checker that tells whether one machine that
 * does one thing at a time could have answered so.
 */
@NullMarked
package dev.reeve.campaign.history;

import org.jspecify.annotations.NullMarked;
