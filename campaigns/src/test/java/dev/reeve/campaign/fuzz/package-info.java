/** The common parts of the fuzz targets, the test that replays their corpus, and the Jazzer campaign. */
@NullMarked
package dev.reeve.campaign.fuzz;

import org.jspecify.annotations.NullMarked;
