package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.file.Unlisted;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.ListedNames;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Completes names from the cluster of the typed words: namespaces after {@code -n}, and after
 * {@code explain} kinds and names. Nothing is said of a cluster that doesn't answer at once.
 */
final class ClusterCompletion {
  private static final String EXPLAIN = "explain";
  private static final List<String> NAMESPACE = List.of("-n", "--namespace");
  private static final String CORE = "/api/v1";

  /** The kinds that can be explained, and where the API server lists them. */
  private static final Map<String, String> KINDS = kinds();

  private final List<String> typed;
  private final String prefix;

  private ClusterCompletion(List<String> typed) {
    this.typed = typed.subList(0, typed.size() - 1);
    this.prefix = typed.get(typed.size() - 1);
  }

  private static Map<String, String> kinds() {
    Map<String, String> kinds = new LinkedHashMap<>();
    kinds.put("cronjob", "/apis/batch/v1");
    kinds.put("daemonset", "/apis/apps/v1");
    kinds.put("deployment", "/apis/apps/v1");
    kinds.put("job", "/apis/batch/v1");
    kinds.put("pod", CORE);
    kinds.put("replicaset", "/apis/apps/v1");
    kinds.put("replicationcontroller", CORE);
    kinds.put("statefulset", "/apis/apps/v1");
    return kinds;
  }

  /**
   * Returns the candidates for the last word; empty where a cluster has none to offer.
   *
   * @param typed what was typed, of which the last is to be completed
   */
  static List<String> candidates(List<String> typed) {
    ClusterCompletion completion = new ClusterCompletion(typed);
    try {
      return completion.all().filter(c -> c.startsWith(completion.prefix)).sorted().toList();
    } catch (InputException e) {
      return List.of();
    }
  }

  private Stream<String> all() {
    if (!typed.isEmpty() && NAMESPACE.contains(typed.get(typed.size() - 1))) {
      return namespaces().stream();
    }
    if (prefix.startsWith("-") || !typed.contains(EXPLAIN)) {
      return Stream.of();
    }
    List<String> words = words();
    if (words.size() == 1 && KINDS.containsKey(words.get(0))) {
      return names(words.get(0)).stream();
    }
    if (!words.isEmpty()) {
      return Stream.of();
    }
    int slash = prefix.indexOf('/');
    String kind = prefix.substring(0, Math.max(0, slash));
    return slash < 0
        ? KINDS.keySet().stream().map(k -> k + "/")
        : names(kind).stream().map(n -> kind + "/" + n);
  }

  /** Returns the words after the command that are neither options nor their values. */
  private List<String> words() {
    List<String> words = new ArrayList<>();
    boolean isValue = false;
    for (String word : typed.subList(typed.indexOf(EXPLAIN) + 1, typed.size())) {
      if (!word.startsWith("-") && !isValue) {
        words.add(word);
      }
      isValue = word.startsWith("-") && !word.contains("=");
    }
    return words;
  }

  private List<String> namespaces() {
    if (!snapshots().isEmpty()) {
      return cluster().namespaces().stream().sorted().toList();
    }
    List<String> all = ListedNames.at(access(), CORE + "/namespaces");
    return all.isEmpty() ? List.of(LiveCluster.currentNamespace(access())) : all;
  }

  private List<String> names(String kind) {
    String path = KINDS.getOrDefault(kind, "");
    if (path.isEmpty()) {
      return List.of();
    }
    if (!snapshots().isEmpty()) {
      Optional<String> namespace = value(NAMESPACE);
      Cluster cluster = cluster();
      Stream<? extends ApiObject> objects =
          kind.equals("pod")
              ? cluster.list(Pod.class).stream()
              : cluster.list(Workload.class).stream()
                  .filter(w -> w.type().kind().equalsIgnoreCase(kind));
      return objects
          .filter(o -> namespace.map(o.namespace()::equals).orElse(true))
          .map(ApiObject::name)
          .distinct()
          .toList();
    }
    String namespace = value(NAMESPACE).orElseGet(() -> LiveCluster.currentNamespace(access()));
    return ListedNames.at(access(), path + "/namespaces/" + namespace + "/" + kind + "s");
  }

  private Cluster cluster() {
    return SnapshotReader.read(snapshots(), Unlisted.UNKNOWN, n -> {}, p -> {});
  }

  private List<Path> snapshots() {
    List<Path> paths = new ArrayList<>();
    boolean isPath = false;
    for (String word : typed) {
      if (isPath && !word.startsWith("-") && Files.exists(Path.of(word))) {
        paths.add(Path.of(word));
      }
      isPath = word.equals("--snapshot") || (isPath && !word.startsWith("-"));
    }
    return paths;
  }

  private ClusterAccess access() {
    return new ClusterAccess(
        value(List.of("--kubeconfig")).map(Path::of), value(List.of("--context")));
  }

  private Optional<String> value(List<String> options) {
    for (int i = 0; i < typed.size(); i++) {
      for (String option : options) {
        if (typed.get(i).equals(option) && i + 1 < typed.size()) {
          return Optional.of(typed.get(i + 1));
        }
        if (typed.get(i).startsWith(option + "=")) {
          return Optional.of(typed.get(i).substring(option.length() + 1));
        }
      }
    }
    return Optional.empty();
  }
}
