package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Errors about names that mean no object or several, with the names that there are. */
final class NameSuggestions {
  private static final int SHOWN = 12;

  private NameSuggestions() {}

  /** Returns the error that a name is unknown: {@code pod "x" not found; known: a, b, c}. */
  static InputException notFound(
      String kind, String name, Optional<String> namespace, Collection<String> known) {
    String where = namespace.map(n -> " in namespace \"" + n + "\"").orElse("");
    return new InputException(kind + " \"" + name + "\" not found" + where + closest(name, known));
  }

  /** Returns the error that objects of several namespaces have a name. */
  static InputException ambiguous(String kind, String name, List<String> namespaces) {
    return new InputException(
        kind
            + " \""
            + name
            + "\" is in several namespaces: choose one with -n ("
            + String.join(", ", namespaces)
            + ")");
  }

  static String closest(String name, Collection<String> known) {
    if (known.isEmpty()) {
      return "";
    }
    List<String> similar =
        known.stream().filter(n -> n.contains(name) || name.contains(n)).sorted().toList();
    List<String> shown = similar.isEmpty() ? known.stream().sorted().toList() : similar;
    String more = shown.size() > SHOWN ? " and " + (shown.size() - SHOWN) + " more" : "";
    return "; known: " + String.join(", ", shown.subList(0, Math.min(SHOWN, shown.size()))) + more;
  }
}
