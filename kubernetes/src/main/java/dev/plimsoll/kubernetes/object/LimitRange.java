package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * Limits and defaults for the objects of a namespace.
 *
 * @param metadata name, labels and the like
 * @param limits the items
 */
public record LimitRange(ObjectMeta metadata, List<LimitRangeItem> limits) implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "LimitRange");

  public static final GroupResource RESOURCE = new GroupResource("", "limitranges");

  public LimitRange {
    limits = List.copyOf(limits);
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }

  /** Returns a copy with other items. */
  public LimitRange withLimits(List<LimitRangeItem> others) {
    return new LimitRange(metadata, others);
  }
}
