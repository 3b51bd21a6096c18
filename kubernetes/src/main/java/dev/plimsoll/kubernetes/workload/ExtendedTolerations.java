package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
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
    return new ExtendedTolerations(
        PluginEvidence.newest(cluster.list(Pod.class), p -> shown(cluster, p))
            .map(runs -> runs ? State.On : State.Off)
            .orElseGet(() -> isOfService(cluster) ? State.On : State.Unknown));
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

  /** Returns the tolerations of the plug-in, in the order of the resources' names. */
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

  private static Optional<Boolean> shown(Cluster cluster, Pod pod) {
    if (!lacking(pod.spec()).isEmpty()) {
      return Optional.of(false);
    }
    return all(pod.spec()).findFirst().isEmpty()
        ? Optional.empty()
        : PluginEvidence.template(cluster, pod)
            .filter(template -> lacksOne(template.spec(), pod))
            .map(template -> true);
  }

  /** A template may have limits only, from which the API server sets the pod's requests. */
  private static boolean lacksOne(PodSpec template, Pod pod) {
    return all(pod.spec()).anyMatch(t -> !template.tolerations().contains(t));
  }

  private static boolean isOfService(Cluster cluster) {
    return cluster.nodes().stream()
        .anyMatch(n -> SERVICES.stream().anyMatch(n.kubeletVersion()::contains));
  }
}
