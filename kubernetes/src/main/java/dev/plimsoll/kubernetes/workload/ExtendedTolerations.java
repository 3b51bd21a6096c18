package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tolerations that the API server adds to new pods for their extended resources, if it runs the
 * plug-in {@code ExtendedResourceToleration}. The plug-in is off by default, and no object says
 * whether it runs. Pods show it:
 *
 * <ul>
 *   <li>A pod with a toleration that its template lacks shows that the plug-in runs.
 *   <li>A pod that lacks the toleration shows that it doesn't.
 * </ul>
 *
 * <p>The newest of these pods decides. Without such pods, the service decides: GKE and EKS document
 * that they run the plug-in.
 *
 * <p>Source: {@code plugin/pkg/admission/extendedresourcetoleration/admission.go}.
 */
public final class ExtendedTolerations {
  /** The tolerations of an API server that doesn't run the plug-in. */
  public static final ExtendedTolerations NONE = new ExtendedTolerations(State.Off);

  /** Kinds whose template is as it was when the pod was created. */
  private static final Map<String, GroupResource> FIXED_TEMPLATES =
      Map.of(
          "apps/ReplicaSet",
          new GroupResource("apps", "replicasets"),
          "batch/Job",
          new GroupResource("batch", "jobs"));

  private static final List<String> SERVICES = List.of("-gke.", "-eks-");

  private enum State {
    On,
    Off,
    Unknown
  }

  private final State state;

  private ExtendedTolerations(State state) {
    this.state = state;
  }

  /** Looks through all pods of a cluster. */
  public static ExtendedTolerations of(Cluster cluster) {
    State newest = State.Unknown;
    Instant latest = Instant.MIN;
    for (Pod pod : cluster.list(Pod.class)) {
      Instant created = pod.metadata().creationTimestamp().orElse(Instant.MIN);
      if (created.isAfter(latest) && !pod.isMirror()) {
        State shown = shown(cluster, pod);
        if (shown != State.Unknown) {
          newest = shown;
          latest = created;
        }
      }
    }
    return new ExtendedTolerations(
        newest == State.Unknown && isOfService(cluster) ? State.On : newest);
  }

  /** Returns a new pod's spec as the API server changes it, as far as that is known. */
  public PodSpec added(PodSpec spec) {
    return state == State.On ? withAll(spec) : spec;
  }

  /** Returns a new pod's spec with all tolerations that it may get. */
  public PodSpec possible(PodSpec spec) {
    return state == State.Off ? spec : withAll(spec);
  }

  /** Returns the tolerations that a new pod may get or not; none where that is known. */
  public List<Toleration> uncertain(PodSpec spec) {
    return state == State.Unknown ? lacking(spec) : List.of();
  }

  private static PodSpec withAll(PodSpec spec) {
    List<Toleration> lacking = lacking(spec);
    if (lacking.isEmpty()) {
      return spec;
    }
    List<Toleration> all = new ArrayList<>(spec.tolerations());
    all.addAll(lacking);
    return spec.withTolerations(all);
  }

  private static List<Toleration> lacking(PodSpec spec) {
    return all(spec).filter(t -> !spec.tolerations().contains(t)).toList();
  }

  /** Returns what the plug-in adds, in the order of the resources' names. */
  private static Stream<Toleration> all(PodSpec spec) {
    return Stream.concat(spec.containers().stream(), spec.initContainers().stream())
        .flatMap(ExtendedTolerations::extended)
        .distinct()
        .sorted()
        .map(name -> new Toleration(name, "Exists", "", "NoSchedule"));
  }

  private static Stream<String> extended(Container container) {
    return container.resources().requests().names().stream()
        .filter(ResourceName::isExtended)
        .map(ResourceName::toString);
  }

  private static State shown(Cluster cluster, Pod pod) {
    if (!lacking(pod.spec()).isEmpty()) {
      return State.Off;
    }
    boolean isAdded =
        all(pod.spec()).findFirst().isPresent()
            && pod.metadata()
                .controller()
                .flatMap(owner -> template(cluster, pod.namespace(), owner))
                .filter(template -> lacksOne(template.spec(), pod))
                .isPresent();
    return isAdded ? State.On : State.Unknown;
  }

  /** A template may have limits only, from which the API server sets the pod's requests. */
  private static boolean lacksOne(PodSpec template, Pod pod) {
    return all(pod.spec()).anyMatch(t -> !template.tolerations().contains(t));
  }

  private static Optional<Workload.PodTemplate> template(
      Cluster cluster, String namespace, OwnerReference owner) {
    String group = GroupVersionKind.of(owner.apiVersion(), owner.kind()).group();
    return Optional.ofNullable(FIXED_TEMPLATES.get(group + "/" + owner.kind()))
        .flatMap(r -> cluster.find(Workload.class, namespace, Workload.identity(r, owner.name())))
        .filter(w -> w.metadata().uid().equals(owner.uid()))
        .flatMap(w -> w.templates().stream().findFirst());
  }

  private static boolean isOfService(Cluster cluster) {
    return cluster.nodes().stream()
        .anyMatch(n -> SERVICES.stream().anyMatch(n.kubeletVersion()::contains));
  }
}
