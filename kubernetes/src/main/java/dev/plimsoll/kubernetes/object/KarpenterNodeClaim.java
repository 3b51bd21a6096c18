package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Optional;

/**
 * Karpenter's NodeClaim: a node that Karpenter launches.
 *
 * <p>Source: {@code sigs.k8s.io/karpenter/pkg/apis/v1/nodeclaim_status.go}.
 *
 * @param metadata name, labels and the like
 * @param nodeName the name of its node; empty until it is registered
 * @param conditions its conditions
 */
public record KarpenterNodeClaim(ObjectMeta metadata, String nodeName, List<Condition> conditions)
    implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("karpenter.sh/v1", "NodeClaim");

  public static final GroupResource RESOURCE = new GroupResource("karpenter.sh", "nodeclaims");

  /** The conditions that a NodeClaim reaches in this order. */
  private static final List<String> STEPS = List.of("Launched", "Registered", "Initialized");

  public KarpenterNodeClaim {
    conditions = List.copyOf(conditions);
  }

  /** Returns the first step that it has not reached; empty if its node takes pods. */
  public Optional<Condition> nextStep() {
    return STEPS.stream()
        .map(
            step ->
                conditions.stream()
                    .filter(c -> c.type().equals(step))
                    .findFirst()
                    .orElseGet(() -> new Condition(step, "Unknown", "", "")))
        .filter(c -> !c.status().equals("True"))
        .findFirst();
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
