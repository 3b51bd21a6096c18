/**
 * The Helm chart by Helm itself, and that the folders of the manifests are rendered from it. {@link
 * dev.plimsoll.cli.chart.Chart} renders.
 */
@NullMarked
package dev.plimsoll.cli.chart;

import org.jspecify.annotations.NullMarked;
