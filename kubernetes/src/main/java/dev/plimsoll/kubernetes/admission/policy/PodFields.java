package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the fields of a new pod come from: its own manifest, or the template that its controller
 * makes it from.
 *
 * @param kind the kind of the object that they were read of
 * @param template metadata and spec of the pod or template
 * @param isDefaulted whether the API server has filled in what it fills in of templates
 */
record PodFields(String kind, Map<?, ?> template, boolean isDefaulted) {
  private static final Set<String> DEFAULTED_GROUPS = Set.of("apps", "batch", "");
  private static final int MOST_OWNERS = 3;

  /** Returns them, if they were kept. */
  static Optional<PodFields> of(Cluster cluster, Pod pod) {
    ServedFields served = cluster.served();
    if (served.objects().isEmpty()) {
      return Optional.empty();
    }
    Optional<OwnerReference> owner = pod.metadata().controller();
    if (owner.isEmpty()) {
      return served.of(pod).map(f -> new PodFields(Pod.TYPE.kind(), f, false));
    }
    for (int i = 0; i < MOST_OWNERS && owner.isPresent(); i++) {
      Optional<Workload> workload = workload(cluster, pod.namespace(), owner.get());
      Optional<PodFields> found = workload.flatMap(w -> ofTemplate(served, w));
      if (found.isPresent()) {
        return found;
      }
      owner = workload.flatMap(w -> w.metadata().controller());
    }
    return Optional.empty();
  }

  private static Optional<Workload> workload(
      Cluster cluster, String namespace, OwnerReference owner) {
    return cluster.list(Workload.class, namespace).stream()
        .filter(w -> w.name().equals(owner.name()) && w.type().kind().equals(owner.kind()))
        .findFirst();
  }

  private static Optional<PodFields> ofTemplate(ServedFields served, Workload workload) {
    if (workload.templates().size() != 1) {
      return Optional.empty();
    }
    Optional<Map<?, ?>> found = served.of(workload).map(f -> f);
    for (String name : workload.templates().get(0).path().split("\\.", -1)) {
      found = found.flatMap(f -> FieldMaps.object(f, name));
    }
    boolean isDefaulted =
        !workload.metadata().uid().isEmpty() && DEFAULTED_GROUPS.contains(workload.type().group());
    return found.map(t -> new PodFields(workload.type().kind(), t, isDefaulted));
  }
}
