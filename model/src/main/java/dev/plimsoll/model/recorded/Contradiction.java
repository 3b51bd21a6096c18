package dev.plimsoll.model.recorded;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The cluster says of a pod that it can't be, where the model says that it can.
 *
 * @param recorded what the cluster says
 * @param changed when last something changed that this depends on, as far as the snapshot shows it
 * @param causes what is probably behind it
 */
public record Contradiction(Recorded recorded, Optional<Instant> changed, String causes) {

  /** Returns what the scheduler said of a pod that has no node, if it said anything. */
  public static Optional<Contradiction> ofPlacement(Cluster cluster, Pod pod) {
    return ofPlacement(cluster, pod, LastChange.ofCapacity(cluster));
  }

  /**
   * Returns that where {@link LastChange#ofCapacity} is known already.
   *
   * @param ofCapacity what that returns
   */
  public static Optional<Contradiction> ofPlacement(
      Cluster cluster, Pod pod, Optional<Instant> ofCapacity) {
    return ClusterRecord.ofScheduling(cluster, pod)
        .map(
            r ->
                new Contradiction(
                    r,
                    Stream.concat(LastChange.ofPod(cluster, pod), ofCapacity.stream())
                        .max(Comparator.naturalOrder()),
                    "a scheduler that is configured otherwise, a rule that is not modelled, or a"
                        + " change since then that the snapshot does not show"));
  }

  /** Returns what the creator of pods said of those that it lacks, if it said anything. */
  public static Optional<Contradiction> ofCreation(Cluster cluster, Workload creator) {
    return ClusterRecord.ofCreation(cluster, creator)
        .map(
            r ->
                new Contradiction(
                    r,
                    LastChange.ofAdmission(cluster, creator),
                    Denier.of(r.message()).map(w -> w.name() + " denies it; ").orElse("")
                        + "a webhook, an admission policy, a rule that is not modelled, or a change"
                        + " since then that the snapshot does not show"));
  }

  /** Returns who denies, if the words tell. */
  public Optional<Denier> denier() {
    return Denier.of(recorded.message());
  }

  /**
   * Returns whether this is the answer even where what the model needs was not read: who denies is
   * none of those whose rules it knows.
   */
  public boolean standsAlone() {
    return isCurrent() && denier().filter(r -> !r.isModelled()).isPresent();
  }

  /**
   * Returns whether the cluster's word is newer than all that is known to have changed since, so
   * that it is the answer.
   */
  public boolean isCurrent() {
    return recorded.time().filter(time -> changed.map(time::isAfter).orElse(true)).isPresent();
  }

  /** Returns both texts, and what is probably behind it, a sentence each. */
  public List<String> notes(String predicted) {
    List<String> notes = new ArrayList<>();
    String said =
        recorded.reason()
            + recorded.time().map(t -> " at " + t).orElse("")
            + ": \""
            + recorded.message()
            + "\"";
    if (isCurrent()) {
      notes.add("the cluster says otherwise than the model: " + said);
      notes.add("the model says that it " + predicted);
      notes.add("probable cause: " + causes);
    } else {
      notes.add("the cluster said otherwise than the model: " + said);
      notes.add(
          "whether that is outdated isn't known: "
              + (recorded.time().isEmpty()
                  ? "it has no time"
                  : "what it depends on changed at " + changed.orElseThrow()));
    }
    return notes;
  }
}
