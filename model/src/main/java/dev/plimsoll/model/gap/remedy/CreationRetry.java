package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.recorded.ClusterRecord;
import dev.plimsoll.kubernetes.recorded.Retry;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.ChangeCommands;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the controllers of denied pods come to create the pods after a change. No controller watches
 * quotas, limit ranges or policies for that: each waits out its back-off.
 */
final class CreationRetry {
  /** Only a longer wait is worth a note. */
  private static final Duration SHORT = Duration.ofMinutes(1);

  private static final int MOST_CREATORS = 3;

  private record Creator(PodTemplateOwner owner, Retry retry, Duration longest) {}

  private final Cluster cluster;
  private final List<Creator> creators;

  private CreationRetry(Cluster cluster, List<Creator> creators) {
    this.cluster = cluster;
    this.creators = creators;
  }

  /** Returns the controllers that have failed to create the pods, and may wait for long. */
  static CreationRetry of(Cluster cluster, TriedPods pods) {
    List<PodTemplateOwner> owners =
        pods.stored()
            ? List.of()
            : pods.workload().templateOwners().stream()
                .filter(o -> pods.pods().stream().anyMatch(o::owns))
                .toList();
    return new CreationRetry(
        cluster, owners.stream().flatMap(o -> creator(cluster, o).stream()).toList());
  }

  private static Optional<Creator> creator(Cluster cluster, PodTemplateOwner owner) {
    Retry retry = Retry.ofCreation(cluster, owner.workload());
    return retry
        .longest()
        .filter(longest -> ClusterRecord.ofCreation(cluster, owner.workload()).isPresent())
        .filter(longest -> longest.compareTo(SHORT) > 0)
        .map(longest -> new Creator(owner, retry, longest));
  }

  /** Returns the commands that have each controller try at once; none for very many controllers. */
  List<KubectlCommand> commands() {
    return isMany()
        ? List.of()
        : ChangeCommands.of(
            cluster,
            creators.stream()
                .<Change>map(c -> new WorkloadChange.Retry(c.owner().workload(), cluster.asOf()))
                .toList());
  }

  /** Returns for how long the controllers may wait by themselves, in a sentence. */
  Optional<String> note() {
    return creators.stream()
        .max(Comparator.comparing(Creator::longest))
        .map(
            c ->
                c.retry().controller()
                    + " tries again within "
                    + c.longest().toString().substring("PT".length()).toLowerCase(Locale.ROOT)
                    + " by itself"
                    + (isMany() ? "" : ", and at once if the object is annotated"));
  }

  private boolean isMany() {
    return creators.size() > MOST_CREATORS;
  }
}
