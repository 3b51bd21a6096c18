package dev.plimsoll.kube.resource;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.patch.ShellWords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells which resources a snapshot lacks, and what answers therefore omit. */
public final class Omissions {
  private static final int CONSEQUENCES = 4;
  private static final int NAMED = 2;
  private static final int MOST_CHARACTERS = 500;
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");
  private static final String OTHERS = "what pods of other namespaces hold on the nodes";

  private Omissions() {}

  /**
   * Returns a sentence about resources that were forbidden or read in one namespace only; empty if
   * none was.
   *
   * @param forbidden what may not be listed in all namespaces
   * @param coverage how much was read of each resource
   */
  public static Optional<String> ofForbidden(
      Collection<SnapshotResource> forbidden, Function<GroupResource, Coverage> coverage) {
    List<SnapshotResource> unread =
        forbidden.stream()
            .filter(r -> !coverage.apply(r.resource().resource()).complete())
            .sorted(Comparator.comparingInt(Omissions::rank))
            .toList();
    Set<String> only = coverage.apply(Pod.RESOURCE).namespaces();
    if (only.isEmpty()) {
      return unread.isEmpty() ? Optional.empty() : Optional.of(forbidden(unread, coverage));
    }
    List<SnapshotResource> hidden = unread.stream().filter(r -> isHidden(r, coverage)).toList();
    return Optional.of(
        "only "
            + namespaces(only)
            + " was read"
            + (hidden.isEmpty() ? "" : ", without " + some(hidden) + " (forbidden)")
            + (areMany(hidden)
                ? "; answers omit what pods of others hold on the nodes"
                : answersOmit(
                    Stream.concat(
                        Stream.of(OTHERS), hidden.stream().map(SnapshotResource::consequence))))
            + ".");
  }

  /**
   * Returns the resources without those of queues. Queues matter to few answers, which name them as
   * not read themselves.
   */
  public static List<SnapshotResource> withoutQueues(Collection<SnapshotResource> resources) {
    return resources.stream().filter(r -> !r.isOfAddOn()).toList();
  }

  private static String forbidden(
      List<SnapshotResource> unread, Function<GroupResource, Coverage> coverage) {
    List<String> parts = new ArrayList<>();
    List<SnapshotResource> hidden = unread.stream().filter(r -> isHidden(r, coverage)).toList();
    if (!hidden.isEmpty()) {
      parts.add(names(hidden) + " at cluster scope");
    }
    unread.stream()
        .filter(r -> !hidden.contains(r))
        .map(r -> names(List.of(r)) + " but in " + namespaces(namespaces(r, coverage)))
        .forEach(parts::add);
    return "cannot list "
        + String.join(", ", parts)
        + " (forbidden)"
        + answersOmit(unread.stream().map(SnapshotResource::consequence))
        + ".";
  }

  /** Returns a sentence about a resource that is served in versions that are not known only. */
  public static String ofUnknownVersions(SnapshotResource resource, List<String> versions) {
    return "the API server serves "
        + resource.resource().resource()
        + " only in "
        + String.join(", ", versions)
        + ", which Plimsoll doesn't know, so they were not read"
        + answersOmit(Stream.of(resource.consequence()))
        + ".";
  }

  /**
   * Returns a sentence about a resource that the API server fails to list.
   *
   * @param error what the API server answered, or that it did not answer
   */
  public static String ofFailed(SnapshotResource resource, String error) {
    return "the API server can't list "
        + resource.resource().resource()
        + ": "
        + (error.endsWith(".") ? error.substring(0, error.length() - 1) : error)
        + answersOmit(Stream.of(resource.consequence()))
        + ".";
  }

  /**
   * Returns half a sentence on an answer that is no success. A webhook may have written the
   * message, so it is one short line.
   */
  public static String answer(int code, @Nullable String message) {
    String line = message == null ? "" : UNPRINTABLE.matcher(message).replaceAll(" ").strip();
    String said =
        line.length() > MOST_CHARACTERS ? line.substring(0, MOST_CHARACTERS) + "..." : line;
    return "it answered with " + code + (said.isEmpty() ? "" : ", \"" + said + "\"");
  }

  private static boolean isHidden(
      SnapshotResource resource, Function<GroupResource, Coverage> coverage) {
    return namespaces(resource, coverage).isEmpty();
  }

  private static Set<String> namespaces(
      SnapshotResource resource, Function<GroupResource, Coverage> coverage) {
    return coverage.apply(resource.resource().resource()).namespaces();
  }

  private static String namespaces(Set<String> names) {
    return (names.size() == 1 ? "namespace " : "namespaces ")
        + String.join(", ", new TreeSet<>(names));
  }

  private static int rank(SnapshotResource resource) {
    return SnapshotResource.of(resource.resource().resource())
        .map(SnapshotResource.all()::indexOf)
        .orElse(Integer.MAX_VALUE);
  }

  private static String some(List<SnapshotResource> resources) {
    return areMany(resources)
        ? names(resources.subList(0, 1)) + " and " + (resources.size() - 1) + " more kinds"
        : names(resources);
  }

  /** Returns whether naming them all takes more than a line. */
  private static boolean areMany(List<SnapshotResource> resources) {
    return resources.size() > NAMED;
  }

  private static String names(Collection<SnapshotResource> resources) {
    return resources.stream().map(SnapshotResource::kubectlName).collect(Collectors.joining(", "));
  }

  /**
   * Returns a sentence about resources that a dump lacks and answers need, with the command that
   * reads them. It is empty if the dump has all.
   *
   * @param explained the resources of which it is said why they aren't all there
   */
  public static Optional<String> ofDump(Cluster cluster, Set<GroupResource> explained) {
    List<SnapshotResource> missing =
        UnreadResources.of(cluster).stream()
            .filter(r -> !explained.contains(r.resource().resource()))
            .toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "the snapshot "
            + lacks(cluster, missing)
            + answersOmit(missing.stream().map(SnapshotResource::consequence))
            + ". To read them: "
            + kubectlGet(missing, Optional.empty(), List.of())
            + " > more.json, and add more.json to --snapshot; or say --complete if the cluster has"
            + " no others.");
  }

  /**
   * Returns the command that lists resources.
   *
   * @param namespace the one namespace whose objects are listed, in place of all
   * @param options what says which cluster
   */
  public static String kubectlGet(
      Collection<SnapshotResource> resources, Optional<String> namespace, List<String> options) {
    String names =
        resources.stream()
            .filter(r -> namespace.isEmpty() || r.resource().namespaced())
            .map(SnapshotResource::kubectlName)
            .collect(Collectors.joining(","));
    List<String> words = new ArrayList<>(List.of("kubectl", "get", names));
    words.addAll(namespace.map(n -> List.of("-n", n)).orElse(List.of("-A")));
    words.addAll(List.of("-o", "json"));
    words.addAll(options);
    return ShellWords.join(words);
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
                "has " + String.join(", ", resources) + " of " + namespaces(namespaces) + " only"));
    return String.join(", and ", parts);
  }

  private static String answersOmit(Stream<String> consequences) {
    List<String> all = consequences.distinct().toList();
    String first = all.stream().limit(CONSEQUENCES).collect(Collectors.joining("; "));
    return "; answers omit " + (all.size() > CONSEQUENCES ? first + "; and more" : first);
  }
}
