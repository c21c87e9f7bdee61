/**
 * The dashboard: web pages that show what the server does and let people steer it. It has no rules and no data of its own: its scripts
 * run in the browser and call {@code /v1}, so the server only hands out files.
 */
@NullMarked
package dev.reeve.dashboard;

import org.jspecify.annotations.NullMarked;
