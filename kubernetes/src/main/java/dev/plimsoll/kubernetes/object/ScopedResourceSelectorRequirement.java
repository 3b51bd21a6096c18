package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * A scope of a quota, with an operator.
 *
 * @param scopeName the scope
 * @param operator {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}
 * @param values what the scope's value is compared with
 */
public record ScopedResourceSelectorRequirement(
    String scopeName, String operator, List<String> values) {

  public ScopedResourceSelectorRequirement {
    values = List.copyOf(values);
  }
}
