/** What all fuzz targets share, the test that replays their corpus, and the campaign that lets Jazzer loose on them. */
@NullMarked
package dev.reeve.server.fuzz;

import org.jspecify.annotations.NullMarked;
