package dev.plimsoll.kubernetes.placement.plugins;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which plug-ins a profile enables and disables at an extension point, or at all.
 *
 * <p>Source: {@code mergePluginSet} in {@code pkg/scheduler/apis/config/v1/default_plugins.go},
 * {@code expandMultiPointPlugins} in {@code pkg/scheduler/framework/runtime/framework.go}.
 *
 * @param enabled the weights of those enabled by their names, in order; 0 where none is said
 * @param disabled the names of those disabled; {@code *} stands for all defaults
 */
public record PluginSet(Map<String, Integer> enabled, Set<String> disabled) {
  /** The set that changes no defaults. */
  public static final PluginSet NONE = new PluginSet(Map.of(), Set.of());

  private static final String ALL = "*";

  /** Returns the defaults as they are changed by this, with their weights, in order. */
  Map<String, Integer> merged(Map<String, Integer> defaults) {
    Map<String, Integer> merged = new LinkedHashMap<>();
    if (!disabled.contains(ALL)) {
      defaults.forEach(
          (name, weight) -> {
            if (!disabled.contains(name)) {
              merged.put(name, enabled.getOrDefault(name, weight));
            }
          });
    }
    enabled.forEach(merged::putIfAbsent);
    return merged;
  }

  /**
   * Returns the plug-ins that run at this extension point, in order, given the plug-ins enabled at
   * all points.
   */
  List<String> expanded(Set<String> multiPoint) {
    if (disabled.contains(ALL)) {
      return List.copyOf(enabled.keySet());
    }
    List<String> expanded = new ArrayList<>();
    enabled.keySet().stream()
        .filter(name -> multiPoint.contains(name) && !disabled.contains(name))
        .forEach(expanded::add);
    multiPoint.stream()
        .filter(name -> !enabled.containsKey(name) && !disabled.contains(name))
        .forEach(expanded::add);
    enabled.keySet().stream().filter(name -> !expanded.contains(name)).forEach(expanded::add);
    return expanded;
  }
}
