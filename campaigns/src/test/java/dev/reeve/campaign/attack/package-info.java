/** Attacks: single clients that keep the server busy as well as they can, and what others notice of it. */
@NullMarked
package dev.reeve.campaign.attack;

import org.jspecify.annotations.NullMarked;
