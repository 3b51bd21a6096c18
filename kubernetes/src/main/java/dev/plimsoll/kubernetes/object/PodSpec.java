package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The desired state of a pod.
 *
 * @param initContainers run before the others, or beside them where they restart always
 * @param containers the regular containers
 * @param resources pod-level requests and limits; present but empty differs from absent
 * @param overhead what the runtime class adds
 * @param nodeName the node, empty while the pod waits for one
 * @param schedulerName the scheduler that places it
 * @param nodeSelector labels the node must have
 * @param affinity node and pod affinity
 * @param tolerations the taints it tolerates
 * @param topologySpreadConstraints how its kind must be spread
 * @param schedulingGates names of the gates that keep it from being scheduled
 * @param priorityClassName the priority class, empty for none
 * @param priority the priority the class gave
 * @param preemptionPolicy {@code PreemptLowerPriority}, {@code Never} or empty
 * @param runtimeClassName the runtime class, empty for none
 * @param serviceAccountName the account it runs as, empty for the default one
 * @param activeDeadlineSeconds how long it may run
 * @param terminationGracePeriodSeconds how long it may take to end
 * @param hostNetwork whether it uses the node's network
 * @param security what else keeps it apart from its node
 * @param volumes the volumes that rest on claims
 * @param disks the disks that it names itself
 * @param resourceClaims the dynamic resources it refers to
 * @param schedulingGroup the group it belongs to by Kubernetes' own fields
 */
@RecordBuilder
public record PodSpec(
    List<Container> initContainers,
    List<Container> containers,
    Optional<ResourceRequirements> resources,
    Resources overhead,
    String nodeName,
    String schedulerName,
    Map<String, String> nodeSelector,
    Affinity affinity,
    List<Toleration> tolerations,
    List<TopologySpreadConstraint> topologySpreadConstraints,
    List<String> schedulingGates,
    String priorityClassName,
    OptionalInt priority,
    String preemptionPolicy,
    String runtimeClassName,
    String serviceAccountName,
    OptionalLong activeDeadlineSeconds,
    OptionalLong terminationGracePeriodSeconds,
    boolean hostNetwork,
    PodSecurityFields security,
    List<Volume> volumes,
    List<InlineDisk> disks,
    List<PodResourceClaim> resourceClaims,
    Optional<PodGroupReference> schedulingGroup)
    implements PodSpecBuilder.With {

  private static final PodSpec NOTHING =
      new PodSpec(
          List.of(),
          List.of(),
          Optional.empty(),
          Resources.EMPTY,
          "",
          "default-scheduler",
          Map.of(),
          Affinity.NONE,
          List.of(),
          List.of(),
          List.of(),
          "",
          OptionalInt.empty(),
          "",
          "",
          "",
          OptionalLong.empty(),
          OptionalLong.empty(),
          false,
          PodSecurityFields.NONE,
          List.of(),
          List.of(),
          List.of(),
          Optional.empty());

  public PodSpec {
    initContainers = List.copyOf(initContainers);
    containers = List.copyOf(containers);
    nodeSelector = Map.copyOf(nodeSelector);
    tolerations = List.copyOf(tolerations);
    topologySpreadConstraints = List.copyOf(topologySpreadConstraints);
    schedulingGates = List.copyOf(schedulingGates);
    volumes = List.copyOf(volumes);
    disks = List.copyOf(disks);
    resourceClaims = List.copyOf(resourceClaims);
  }

  /** Returns a builder in which everything is absent. */
  public static PodSpecBuilder builder() {
    return PodSpecBuilder.builder(NOTHING);
  }
}
