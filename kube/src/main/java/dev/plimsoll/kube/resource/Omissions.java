package dev.plimsoll.kube.resource;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Coverage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says what a snapshot has not, and what answers therefore omit. */
public final class Omissions {
  private static final int CONSEQUENCES = 4;

  private Omissions() {}

  /**
   * Returns what a dump lacks of what answers about it rest on, in one sentence with the command
   * that reads it; empty if it has all.
   */
  public static Optional<String> ofDump(Cluster cluster) {
    List<SnapshotResource> missing = UnreadResources.of(cluster);
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "the snapshot "
            + lacks(cluster, missing)
            + "; answers omit "
            + consequences(missing)
            + ". To read them: "
            + kubectlGet(missing)
            + " > more.json, and add more.json to --snapshot; or say --complete if the cluster has"
            + " no others.");
  }

  /** Returns the command that lists the resources of all namespaces. */
  public static String kubectlGet(Collection<SnapshotResource> resources) {
    return "kubectl get "
        + resources.stream().map(SnapshotResource::kubectlName).collect(Collectors.joining(","))
        + " -A -o json";
  }

  private static String lacks(Cluster cluster, List<SnapshotResource> missing) {
    List<String> unread = new ArrayList<>();
    Map<Set<String>, List<String>> partly = new LinkedHashMap<>();
    for (SnapshotResource resource : missing) {
      Coverage coverage = cluster.coverage(resource.resource().resource());
      if (coverage.namespaces().isEmpty()) {
        unread.add(resource.kubectlName());
      } else {
        partly
            .computeIfAbsent(new TreeSet<>(coverage.namespaces()), n -> new ArrayList<>())
            .add(resource.kubectlName());
      }
    }
    List<String> parts = new ArrayList<>();
    if (!unread.isEmpty()) {
      parts.add("may lack " + String.join(", ", unread));
    }
    partly.forEach(
        (namespaces, resources) ->
            parts.add(
                "has "
                    + String.join(", ", resources)
                    + (namespaces.size() == 1 ? " of namespace " : " of namespaces ")
                    + String.join(", ", namespaces)
                    + " only"));
    return String.join(", and ", parts);
  }

  private static String consequences(List<SnapshotResource> missing) {
    List<String> all = missing.stream().map(SnapshotResource::consequence).distinct().toList();
    String first = all.stream().limit(CONSEQUENCES).collect(Collectors.joining("; "));
    return all.size() > CONSEQUENCES ? first + "; and more" : first;
  }
}
