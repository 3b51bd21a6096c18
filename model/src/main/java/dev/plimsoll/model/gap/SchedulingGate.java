package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gate.ShareGate;
import java.util.Map;
import java.util.Optional;

/**
 * The name of a scheduling gate, and whose it is. Names are those that the controllers give their
 * gates; the domains of Kubernetes' own projects are taken to be a controller's, too.
 *
 * @param name the name as in {@code spec.schedulingGates}
 */
public record SchedulingGate(String name) {
  private static final String KUEUE_ADMISSION = "kueue.x-k8s.io/admission";

  /** By the name of a gate, or by its domain. */
  private static final Map<String, Owner> OWNERS =
      Map.of(
          "kueue.x-k8s.io/topology",
          new Owner("Kueue", "the workload to start and a domain to be chosen for it"),
          "plimsoll.dev",
          new Owner(
              "Plimsoll",
              "its tenant to have share of what it requests, for the other pods of its gang, and for"
                  + " nodes that can take it"),
          "kueue.x-k8s.io",
          new Owner("Kueue", "its ClusterQueue to have quota for the workload"),
          "scheduling.volcano.sh",
          new Owner("Volcano", "its queue to have headroom for the job"),
          "grove.io",
          new Owner("Grove", "the other pods of its gang to be created"),
          "multiarch.openshift.io",
          new Owner("the Multiarch Tuning Operator", "the architectures of its images to be known"),
          "multicluster.admiralty.io",
          new Owner("Admiralty", "a cluster to be chosen for it"));

  /**
   * A controller that removes its gates itself.
   *
   * @param name what it is called
   * @param waitsFor what it waits for until then, as half a sentence
   */
  public record Owner(String name, String waitsFor) {}

  /** Returns whether Kueue keeps a pod from nodes because no quota is reserved for it yet. */
  public static boolean isHeldByKueue(Pod pod) {
    return pod.spec().schedulingGates().contains(KUEUE_ADMISSION);
  }

  /** Returns the gate of that name. */
  public static SchedulingGate of(String name) {
    return new SchedulingGate(name);
  }

  /** Returns the domain before the slash, if there is one. */
  public Optional<String> domain() {
    int slash = name.indexOf('/');
    return slash > 0 ? Optional.of(name.substring(0, slash)) : Optional.empty();
  }

  /** Returns the controller that removes it from a pod, and what that says it waits for. */
  public Optional<Owner> ownerOn(Pod pod) {
    Optional<String> said =
        Optional.of(pod).filter(p -> name.equals(ShareGate.NAME)).flatMap(ShareGate::waitsFor);
    return owner().map(o -> new Owner(o.name(), said.orElse(o.waitsFor())));
  }

  /**
   * Returns a sentence with the controller that removes the gate from a pod and the reason why it
   * waits; empty if Plimsoll knows neither.
   */
  public Optional<String> textOn(Pod pod) {
    return ownerOn(pod)
        .map(
            o ->
                "gated by "
                    + name
                    + ", which "
                    + o.name()
                    + " removes: it waits for "
                    + o.waitsFor());
  }

  /** Returns the controller that owns the gate; empty if Plimsoll knows no such controller. */
  public Optional<Owner> owner() {
    return domain()
        .flatMap(
            d ->
                Optional.ofNullable(OWNERS.get(name))
                    .or(() -> Optional.ofNullable(OWNERS.get(d)))
                    .or(
                        () ->
                            d.endsWith(".k8s.io") || d.endsWith(".kubernetes.io")
                                ? Optional.of(
                                    new Owner("the controller of " + d, "that controller"))
                                : Optional.empty()));
  }
}
