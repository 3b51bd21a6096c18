package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.explain.OlderRevision;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the object that {@code KIND/NAME} means, as kubectl writes kinds, and explains it. */
final class Lookup {
  private static final Map<String, String> SHORT_NAMES =
      Map.of(
          "po", "pods",
          "deploy", "deployments",
          "rs", "replicasets",
          "sts", "statefulsets",
          "ds", "daemonsets",
          "cj", "cronjobs",
          "rc", "replicationcontrollers");

  private Lookup() {}

  static Explanation explain(
      Simulation simulation, PodHolds holds, String subject, Optional<String> namespace) {
    ApiObject object = find(simulation, subject, namespace);
    return object instanceof Pod pod
        ? Explainer.ofPod(simulation, pod, holds)
        : explain(simulation, holds, (Workload) object);
  }

  /** Returns the pod or workload that is meant. */
  static ApiObject find(Simulation simulation, String subject, Optional<String> namespace) {
    String[] parts = subject.split("/", -1);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new InputException(
          "invalid argument \""
              + subject
              + "\": expected KIND/NAME, such as pod/web-0 or deployment/web");
    }
    String kind = parts[0].toLowerCase(Locale.ROOT);
    List<ApiObject> ofKind = new ArrayList<>();
    if (isPod(kind)) {
      ofKind.addAll(simulation.cluster().list(Pod.class));
    } else {
      simulation.cluster().list(Workload.class).stream()
          .filter(w -> isKind(kind, w))
          .forEach(ofKind::add);
    }
    if (ofKind.isEmpty()) {
      requireRead(simulation.cluster(), kind, subject);
    }
    return one(parts[0], parts[1], ofKind, namespace);
  }

  static Explanation explain(Simulation simulation, PodHolds holds, Workload workload) {
    WorkloadPods pods = podsOf(simulation, workload);
    return OlderRevision.noted(Explainer.ofWorkload(simulation, pods, holds), workload, pods);
  }

  /** Returns the pods that a workload has and lacks. */
  static WorkloadPods podsOf(Simulation simulation, Workload workload) {
    ObjectReference reference =
        new ObjectReference(workload.type().kind(), workload.namespace(), workload.name(), "");
    return simulation
        .workloads()
        .workloadOf(reference)
        .orElseThrow(
            () ->
                new InputException(
                    workload.type().kind() + " " + workload.name() + " has no pod template"));
  }

  /** Returns the kind of an object, in lower case, if it isn't one of Kubernetes' own kinds. */
  static Optional<String> customKind(String subject) {
    String kind = subject.split("/", -1)[0].toLowerCase(Locale.ROOT);
    String word = SHORT_NAMES.getOrDefault(kind, kind).split("\\.", -1)[0];
    boolean isBuiltIn =
        isPod(kind)
            || Workloads.BUILT_IN_RESOURCES.stream()
                .map(GroupResource::resource)
                .anyMatch(plural -> plural.equals(word) || plural.equals(word + "s"));
    return Optional.of(kind).filter(k -> !isBuiltIn && !k.isEmpty());
  }

  private static boolean isPod(String kind) {
    return kind.equals("pod") || kind.equals("pods") || kind.equals("po");
  }

  private static boolean isKind(String kind, Workload workload) {
    String plural = workload.resource().resource();
    String group = workload.resource().group();
    String singular = workload.type().kind().toLowerCase(Locale.ROOT);
    String resource = SHORT_NAMES.getOrDefault(kind, kind);
    return resource.equals(plural)
        || resource.equals(singular)
        || resource.equals(plural + "." + group)
        || resource.equals(singular + "." + group);
  }

  private static void requireRead(Cluster cluster, String kind, String subject) {
    cluster.partlyRead().stream()
        .filter(
            r ->
                Stream.of(r.resource(), r.toString())
                    .flatMap(plural -> Stream.of(plural, singular(plural)))
                    .anyMatch(kind::equals))
        .findFirst()
        .ifPresent(
            r -> {
              throw new InputException(
                  subject + " isn't known, because " + r + " were not read completely");
            });
  }

  private static String singular(String plural) {
    return plural.replaceFirst("s(\\.|$)", "$1");
  }

  private static ApiObject one(
      String kind, String name, List<ApiObject> ofKind, Optional<String> namespace) {
    List<ApiObject> here =
        ofKind.stream().filter(o -> namespace.map(o.namespace()::equals).orElse(true)).toList();
    List<ApiObject> named = here.stream().filter(o -> o.name().equals(name)).toList();
    if (named.size() == 1) {
      return named.get(0);
    }
    if (named.size() > 1) {
      throw NameSuggestions.ambiguous(
          kind, name, named.stream().map(ApiObject::namespace).toList());
    }
    if (ofKind.isEmpty()) {
      throw new InputException(
          "no object of kind \""
              + kind
              + "\" with a pod template was read; known kinds: pod, deployment, replicaset,"
              + " statefulset, daemonset, job, cronjob, and custom resources with a pod template");
    }
    List<String> all =
        here.stream()
            .map(o -> namespace.isPresent() ? o.name() : o.namespace() + "/" + o.name())
            .toList();
    throw NameSuggestions.notFound(kind, name, namespace, all);
  }
}
