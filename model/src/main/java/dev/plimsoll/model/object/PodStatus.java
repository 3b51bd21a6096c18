package dev.plimsoll.model.object;

import dev.plimsoll.model.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What has become of a pod.
 *
 * @param phase {@code Pending}, {@code Running}, {@code Succeeded}, {@code Failed} or empty
 * @param reason why it failed, such as {@code OutOfcpu}
 * @param message the text with the reason
 * @param qosClass the QoS class as stored, empty when not stored
 * @param nominatedNodeName the node where pods are being preempted for it
 * @param startTime when a kubelet took notice of it
 * @param conditions its conditions
 * @param initContainerStatuses what runs of the init containers
 * @param containerStatuses what runs of the regular containers
 * @param resources the pod-level resources in force
 * @param allocatedResources the pod-level resources the kubelet has set aside
 * @param extendedResourceClaim the claim the scheduler made for extended resources, empty for none
 * @param resourceClaims the claims' names by the pod's own names for them
 */
public record PodStatus(
    String phase,
    String reason,
    String message,
    String qosClass,
    String nominatedNodeName,
    Optional<Instant> startTime,
    List<Condition> conditions,
    List<ContainerStatus> initContainerStatuses,
    List<ContainerStatus> containerStatuses,
    Optional<ResourceRequirements> resources,
    Resources allocatedResources,
    String extendedResourceClaim,
    Map<String, String> resourceClaims) {

  /** The status of a pod that has just been stored. */
  public static final PodStatus PENDING = builder().phase("Pending").build();

  /** Makes the collections unmodifiable. */
  public PodStatus {
    conditions = List.copyOf(conditions);
    initContainerStatuses = List.copyOf(initContainerStatuses);
    containerStatuses = List.copyOf(containerStatuses);
    resourceClaims = Map.copyOf(resourceClaims);
  }

  /** Returns the condition of that type. */
  public Optional<Condition> condition(String type) {
    return conditions.stream().filter(c -> c.type().equals(type)).findFirst();
  }

  /** Returns a builder in which everything is absent. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that starts from these values. */
  public Builder toBuilder() {
    return new Builder()
        .phase(phase)
        .reason(reason)
        .message(message)
        .qosClass(qosClass)
        .nominatedNodeName(nominatedNodeName)
        .startTime(startTime)
        .conditions(conditions)
        .initContainerStatuses(initContainerStatuses)
        .containerStatuses(containerStatuses)
        .resources(resources)
        .allocatedResources(allocatedResources)
        .extendedResourceClaim(extendedResourceClaim)
        .resourceClaims(resourceClaims);
  }

  /** Builds a {@link PodStatus}. */
  public static final class Builder {
    private String phase = "";
    private String reason = "";
    private String message = "";
    private String qosClass = "";
    private String nominatedNodeName = "";
    private Optional<Instant> startTime = Optional.empty();
    private List<Condition> conditions = List.of();
    private List<ContainerStatus> initContainerStatuses = List.of();
    private List<ContainerStatus> containerStatuses = List.of();
    private Optional<ResourceRequirements> resources = Optional.empty();
    private Resources allocatedResources = Resources.EMPTY;
    private String extendedResourceClaim = "";
    private Map<String, String> resourceClaims = Map.of();

    private Builder() {}

    /** Sets {@code phase}. */
    public Builder phase(String value) {
      phase = value;
      return this;
    }

    /** Sets {@code reason}. */
    public Builder reason(String value) {
      reason = value;
      return this;
    }

    /** Sets {@code message}. */
    public Builder message(String value) {
      message = value;
      return this;
    }

    /** Sets {@code qosClass}. */
    public Builder qosClass(String value) {
      qosClass = value;
      return this;
    }

    /** Sets {@code nominatedNodeName}. */
    public Builder nominatedNodeName(String value) {
      nominatedNodeName = value;
      return this;
    }

    /** Sets {@code startTime}. */
    public Builder startTime(Optional<Instant> value) {
      startTime = value;
      return this;
    }

    /** Sets {@code conditions}. */
    public Builder conditions(List<Condition> value) {
      conditions = value;
      return this;
    }

    /** Sets {@code initContainerStatuses}. */
    public Builder initContainerStatuses(List<ContainerStatus> value) {
      initContainerStatuses = value;
      return this;
    }

    /** Sets {@code containerStatuses}. */
    public Builder containerStatuses(List<ContainerStatus> value) {
      containerStatuses = value;
      return this;
    }

    /** Sets {@code resources}. */
    public Builder resources(Optional<ResourceRequirements> value) {
      resources = value;
      return this;
    }

    /** Sets {@code allocatedResources}. */
    public Builder allocatedResources(Resources value) {
      allocatedResources = value;
      return this;
    }

    /** Sets {@code extendedResourceClaim}. */
    public Builder extendedResourceClaim(String value) {
      extendedResourceClaim = value;
      return this;
    }

    /** Sets {@code resourceClaims}. */
    public Builder resourceClaims(Map<String, String> value) {
      resourceClaims = value;
      return this;
    }

    /** Returns the status. */
    public PodStatus build() {
      return new PodStatus(
          phase,
          reason,
          message,
          qosClass,
          nominatedNodeName,
          startTime,
          conditions,
          initContainerStatuses,
          containerStatuses,
          resources,
          allocatedResources,
          extendedResourceClaim,
          resourceClaims);
    }
  }
}
