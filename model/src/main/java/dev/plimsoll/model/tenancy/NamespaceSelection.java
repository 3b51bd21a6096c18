package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.LabelSelector;
import java.util.List;
import java.util.Map;

/**
 * A selection of namespaces by name or by label selectors; one match suffices.
 *
 * @param names names
 * @param selectors selections by the namespaces' labels
 */
public record NamespaceSelection(List<String> names, List<LabelSelector> selectors) {

  public NamespaceSelection {
    names = List.copyOf(names);
    selectors = List.copyOf(selectors);
  }

  /** Returns the selection of namespaces by name. */
  public static NamespaceSelection named(String... names) {
    return new NamespaceSelection(List.of(names), List.of());
  }

  /** Returns the selection of namespaces by label. */
  public static NamespaceSelection labelled(LabelSelector selector) {
    return new NamespaceSelection(List.of(), List.of(selector));
  }

  /** Returns whether the namespace of that name and with these labels is one of them. */
  public boolean matches(String name, Map<String, String> labels) {
    return names.contains(name) || selectors.stream().anyMatch(s -> s.matches(labels));
  }
}
