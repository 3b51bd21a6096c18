package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The status of a pod.
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
@RecordBuilder
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
    Map<String, String> resourceClaims)
    implements PodStatusBuilder.With {

  private static final PodStatus NOTHING =
      new PodStatus(
          "",
          "",
          "",
          "",
          "",
          Optional.empty(),
          List.of(),
          List.of(),
          List.of(),
          Optional.empty(),
          Resources.EMPTY,
          "",
          Map.of());

  /** The status of a pod that has just been stored. */
  public static final PodStatus PENDING = NOTHING.withPhase("Pending");

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
  public static PodStatusBuilder builder() {
    return PodStatusBuilder.builder(NOTHING);
  }
}
