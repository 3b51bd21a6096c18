package dev.plimsoll.kubernetes.object;

/**
 * A priority class.
 *
 * @param metadata name, labels and the like
 * @param value the priority
 * @param globalDefault whether pods that name no class get it
 * @param preemptionPolicy {@code PreemptLowerPriority}, {@code Never} or empty
 */
public record PriorityClass(
    ObjectMeta metadata, int value, boolean globalDefault, String preemptionPolicy)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("scheduling.k8s.io/v1", "PriorityClass");

  public static final GroupResource RESOURCE =
      new GroupResource("scheduling.k8s.io", "priorityclasses");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
