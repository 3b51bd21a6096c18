/**
 * Answers as JSON, the same for the command line and the service; docs/json.md describes them. The
 * entries are {@link dev.plimsoll.kube.report.ExplanationReport}, {@link
 * dev.plimsoll.kube.report.GapsReport} and their neighbours.
 */
@NullMarked
package dev.plimsoll.kube.report;

import org.jspecify.annotations.NullMarked;
