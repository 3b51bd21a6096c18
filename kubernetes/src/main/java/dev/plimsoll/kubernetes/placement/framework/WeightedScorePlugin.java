package dev.plimsoll.kubernetes.placement.framework;

/**
 * A plug-in that ranks nodes, and how much its ranking counts.
 *
 * @param plugin the plug-in
 * @param weight by what its scores are multiplied
 */
public record WeightedScorePlugin(ScorePlugin plugin, int weight) {}
