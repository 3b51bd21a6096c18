package dev.plimsoll.kubernetes.cel;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attributes or capacities of a device by their domains. A domain that a device has nothing of
 * is an empty map, so that expressions needn't ask for it first.
 *
 * <p>Source: {@code newStringInterfaceMapWithDefault} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go}.
 */
final class DomainMap extends AbstractMap<String, Map<String, Object>> {
  private final Map<String, Map<String, Object>> byDomain;

  DomainMap(Map<String, Map<String, Object>> byDomain) {
    this.byDomain = byDomain;
  }

  @Override
  public Map<String, Object> get(@Nullable Object domain) {
    Map<String, Object> found = byDomain.get(domain);
    return found == null ? Map.of() : found;
  }

  @Override
  public boolean containsKey(@Nullable Object domain) {
    return byDomain.containsKey(domain);
  }

  @Override
  public Set<Map.Entry<String, Map<String, Object>>> entrySet() {
    return byDomain.entrySet();
  }
}
