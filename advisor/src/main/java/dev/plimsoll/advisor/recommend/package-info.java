/**
 * Computes recommended quotas, their reasons and their effects: {@link
 * dev.plimsoll.advisor.recommend.Advisor} computes them from a cluster snapshot, and the reports
 * format them. This package neither reads nor changes a cluster.
 */
@NullMarked
package dev.plimsoll.advisor.recommend;

import org.jspecify.annotations.NullMarked;
