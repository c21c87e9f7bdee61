/** Tests of the dashboard, in a real browser at a real server. */
package dev.reeve.server.dashboard;
