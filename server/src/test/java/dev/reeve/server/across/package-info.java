/** Tests of jobs that are added through one door and leased through another. */
@NullMarked
package dev.reeve.server.across;

import org.jspecify.annotations.NullMarked;
