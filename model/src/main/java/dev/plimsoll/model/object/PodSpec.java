package dev.plimsoll.model.object;

import dev.plimsoll.model.quantity.Resources;
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
 * @param activeDeadlineSeconds how long it may run
 * @param terminationGracePeriodSeconds how long it may take to end
 * @param hostNetwork whether it uses the node's network
 * @param volumes the volumes that matter for placement
 * @param resourceClaims the dynamic resources it refers to
 */
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
    OptionalLong activeDeadlineSeconds,
    OptionalLong terminationGracePeriodSeconds,
    boolean hostNetwork,
    List<Volume> volumes,
    List<PodResourceClaim> resourceClaims) {

  /** Makes the collections unmodifiable. */
  public PodSpec {
    initContainers = List.copyOf(initContainers);
    containers = List.copyOf(containers);
    nodeSelector = Map.copyOf(nodeSelector);
    tolerations = List.copyOf(tolerations);
    topologySpreadConstraints = List.copyOf(topologySpreadConstraints);
    schedulingGates = List.copyOf(schedulingGates);
    volumes = List.copyOf(volumes);
    resourceClaims = List.copyOf(resourceClaims);
  }

  /** Returns a builder in which everything is absent. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that starts from these values. */
  public Builder toBuilder() {
    return new Builder()
        .initContainers(initContainers)
        .containers(containers)
        .resources(resources)
        .overhead(overhead)
        .nodeName(nodeName)
        .schedulerName(schedulerName)
        .nodeSelector(nodeSelector)
        .affinity(affinity)
        .tolerations(tolerations)
        .topologySpreadConstraints(topologySpreadConstraints)
        .schedulingGates(schedulingGates)
        .priorityClassName(priorityClassName)
        .priority(priority)
        .preemptionPolicy(preemptionPolicy)
        .runtimeClassName(runtimeClassName)
        .activeDeadlineSeconds(activeDeadlineSeconds)
        .terminationGracePeriodSeconds(terminationGracePeriodSeconds)
        .hostNetwork(hostNetwork)
        .volumes(volumes)
        .resourceClaims(resourceClaims);
  }

  /** Builds a {@link PodSpec}. */
  public static final class Builder {
    private List<Container> initContainers = List.of();
    private List<Container> containers = List.of();
    private Optional<ResourceRequirements> resources = Optional.empty();
    private Resources overhead = Resources.EMPTY;
    private String nodeName = "";
    private String schedulerName = "default-scheduler";
    private Map<String, String> nodeSelector = Map.of();
    private Affinity affinity = Affinity.NONE;
    private List<Toleration> tolerations = List.of();
    private List<TopologySpreadConstraint> topologySpreadConstraints = List.of();
    private List<String> schedulingGates = List.of();
    private String priorityClassName = "";
    private OptionalInt priority = OptionalInt.empty();
    private String preemptionPolicy = "";
    private String runtimeClassName = "";
    private OptionalLong activeDeadlineSeconds = OptionalLong.empty();
    private OptionalLong terminationGracePeriodSeconds = OptionalLong.empty();
    private boolean hostNetwork;
    private List<Volume> volumes = List.of();
    private List<PodResourceClaim> resourceClaims = List.of();

    private Builder() {}

    /** Sets {@code initContainers}. */
    public Builder initContainers(List<Container> value) {
      initContainers = value;
      return this;
    }

    /** Sets {@code containers}. */
    public Builder containers(List<Container> value) {
      containers = value;
      return this;
    }

    /** Sets {@code resources}. */
    public Builder resources(Optional<ResourceRequirements> value) {
      resources = value;
      return this;
    }

    /** Sets {@code overhead}. */
    public Builder overhead(Resources value) {
      overhead = value;
      return this;
    }

    /** Sets {@code nodeName}. */
    public Builder nodeName(String value) {
      nodeName = value;
      return this;
    }

    /** Sets {@code schedulerName}. */
    public Builder schedulerName(String value) {
      schedulerName = value;
      return this;
    }

    /** Sets {@code nodeSelector}. */
    public Builder nodeSelector(Map<String, String> value) {
      nodeSelector = value;
      return this;
    }

    /** Sets {@code affinity}. */
    public Builder affinity(Affinity value) {
      affinity = value;
      return this;
    }

    /** Sets {@code tolerations}. */
    public Builder tolerations(List<Toleration> value) {
      tolerations = value;
      return this;
    }

    /** Sets {@code topologySpreadConstraints}. */
    public Builder topologySpreadConstraints(List<TopologySpreadConstraint> value) {
      topologySpreadConstraints = value;
      return this;
    }

    /** Sets {@code schedulingGates}. */
    public Builder schedulingGates(List<String> value) {
      schedulingGates = value;
      return this;
    }

    /** Sets {@code priorityClassName}. */
    public Builder priorityClassName(String value) {
      priorityClassName = value;
      return this;
    }

    /** Sets {@code priority}. */
    public Builder priority(OptionalInt value) {
      priority = value;
      return this;
    }

    /** Sets {@code preemptionPolicy}. */
    public Builder preemptionPolicy(String value) {
      preemptionPolicy = value;
      return this;
    }

    /** Sets {@code runtimeClassName}. */
    public Builder runtimeClassName(String value) {
      runtimeClassName = value;
      return this;
    }

    /** Sets {@code activeDeadlineSeconds}. */
    public Builder activeDeadlineSeconds(OptionalLong value) {
      activeDeadlineSeconds = value;
      return this;
    }

    /** Sets {@code terminationGracePeriodSeconds}. */
    public Builder terminationGracePeriodSeconds(OptionalLong value) {
      terminationGracePeriodSeconds = value;
      return this;
    }

    /** Sets {@code hostNetwork}. */
    public Builder hostNetwork(boolean value) {
      hostNetwork = value;
      return this;
    }

    /** Sets {@code volumes}. */
    public Builder volumes(List<Volume> value) {
      volumes = value;
      return this;
    }

    /** Sets {@code resourceClaims}. */
    public Builder resourceClaims(List<PodResourceClaim> value) {
      resourceClaims = value;
      return this;
    }

    /** Returns the spec. */
    public PodSpec build() {
      return new PodSpec(
          initContainers,
          containers,
          resources,
          overhead,
          nodeName,
          schedulerName,
          nodeSelector,
          affinity,
          tolerations,
          topologySpreadConstraints,
          schedulingGates,
          priorityClassName,
          priority,
          preemptionPolicy,
          runtimeClassName,
          activeDeadlineSeconds,
          terminationGracePeriodSeconds,
          hostNetwork,
          volumes,
          resourceClaims);
    }
  }
}
