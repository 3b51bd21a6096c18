package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.gap.Gap;
import java.util.List;

/**
 * The simulated effect on a namespace.
 *
 * @param missing how many pods its workloads should have and haven't
 * @param admittedNow how many of these would be admitted as things are
 * @param admitted how many would be admitted then
 * @param placedNow how many of these would get a node as things are
 * @param placed how many would get a node then
 * @param closed the gaps that would be gone
 * @param opened the gaps that would be new
 */
public record RecommendationEffect(
    int missing,
    int admittedNow,
    int admitted,
    int placedNow,
    int placed,
    List<Gap> closed,
    List<Gap> opened) {

  public RecommendationEffect {
    closed = List.copyOf(closed);
    opened = List.copyOf(opened);
  }
}
