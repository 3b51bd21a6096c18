package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Pod;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A gap whose remedies haven't been tried yet, since trying costs far more than finding.
 *
 * @param gap the gap, without remedies
 * @param waiting the pods in the picture that it keeps from running
 * @param remedies tries them
 */
public record Finding(Gap gap, List<Pod> waiting, Supplier<List<Remedy>> remedies) {
  /** Makes the list unmodifiable. */
  public Finding {
    waiting = List.copyOf(waiting);
  }

  /** Returns the gap with its remedies, those that help first. */
  public Gap withRemedies() {
    List<Remedy> tried = remedies.get();
    List<Remedy> helpfulFirst =
        Stream.concat(tried.stream().filter(Remedy::helps), tried.stream().filter(r -> !r.helps()))
            .toList();
    return new Gap(
        gap.kind(),
        gap.object(),
        gap.resource(),
        gap.message(),
        gap.evidence(),
        helpfulFirst,
        gap.pods());
  }
}
