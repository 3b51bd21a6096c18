/** Drawings as SVG: {@link dev.plimsoll.advisor.chart.Panel} draws series over time. */
@NullMarked
package dev.plimsoll.advisor.chart;

import org.jspecify.annotations.NullMarked;
