/**
 * The answers of the command line over HTTP, made of what a caller may see: {@link
 * dev.plimsoll.server.report.ReportRoutes}.
 */
@NullMarked
package dev.plimsoll.server.report;

import org.jspecify.annotations.NullMarked;
