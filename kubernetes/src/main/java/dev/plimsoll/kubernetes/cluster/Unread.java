package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.GroupResource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The resources that an answer needs and the snapshot lacks. While a resource is missing, the
 * answer is unknown.
 *
 * @param requirements what is missing, each once; empty if nothing is
 */
public record Unread(List<Requirement> requirements) {
  /** Nothing is missing. */
  public static final Unread NOTHING = new Unread(List.of());

  private static final int NAMESPACES_NAMED = 3;

  public Unread {
    requirements = List.copyOf(requirements);
  }

  /** Returns the requirements that a cluster doesn't meet. */
  public static Unread of(Cluster cluster, Collection<Requirement> requirements) {
    return all(cluster.unmet(requirements));
  }

  /** Returns these requirements as missing, without requirements that another one includes. */
  public static Unread all(Collection<Requirement> missing) {
    if (missing.isEmpty()) {
      return NOTHING;
    }
    Set<Requirement> distinct = new LinkedHashSet<>(missing);
    distinct.removeIf(r -> r.namespace().isPresent() && distinct.contains(r.inAll()));
    return new Unread(List.copyOf(distinct));
  }

  /** Returns whether nothing is missing. */
  public boolean isEmpty() {
    return requirements.isEmpty();
  }

  /** Returns the union of the resources missing for either answer. */
  public Unread and(Unread other) {
    return all(Stream.concat(requirements.stream(), other.requirements.stream()).toList());
  }

  /** Returns half a sentence, such as {@code nodes and pods of namespace a were not read}. */
  public String message() {
    return names() + " were not read";
  }

  /** Returns the missing resources as text, such as {@code nodes and pods of namespace a}. */
  public String names() {
    Map<String, Set<String>> namespaces = new TreeMap<>();
    requirements.forEach(
        r ->
            namespaces
                .computeIfAbsent(r.resource().toString(), k -> new TreeSet<>())
                .addAll(r.namespace().stream().toList()));
    Map<String, List<String>> byNamespaces = new TreeMap<>();
    namespaces.forEach(
        (resource, in) ->
            byNamespaces.computeIfAbsent(where(in), k -> new ArrayList<>()).add(resource));
    List<String> parts = new ArrayList<>();
    byNamespaces.forEach((where, resources) -> parts.add(String.join(", ", resources) + where));
    return String.join(" and ", parts);
  }

  private static String where(Set<String> namespaces) {
    if (namespaces.isEmpty()) {
      return "";
    }
    return namespaces.size() > NAMESPACES_NAMED
        ? " of " + namespaces.size() + " namespaces"
        : (namespaces.size() == 1 ? " of namespace " : " of namespaces ")
            + String.join(", ", namespaces);
  }

  /** Returns the command that reads what is missing; what it prints can be added to a dump. */
  public String command() {
    String resources =
        requirements.stream()
            .map(Requirement::resource)
            .map(GroupResource::toString)
            .distinct()
            .sorted()
            .collect(Collectors.joining(","));
    Set<Optional<String>> namespaces =
        requirements.stream().map(Requirement::namespace).collect(Collectors.toSet());
    String where =
        namespaces.size() == 1
            ? namespaces.iterator().next().map(n -> "-n " + n).orElse("-A")
            : "-A";
    return "kubectl get " + resources + " " + where + " -o json";
  }

  /** Returns the resources that the API server could not list, so that no right helps. */
  public List<String> failed() {
    return requirements.stream()
        .filter(Requirement::failed)
        .map(r -> r.resource().toString())
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns the rights that reading it needs, such as {@code list nodes at cluster scope}. */
  public List<String> rights() {
    return requirements.stream()
        .filter(r -> !r.failed())
        .map(
            r ->
                "list "
                    + r.resource()
                    + r.namespace().map(n -> " in namespace " + n).orElse(" at cluster scope"))
        .toList();
  }
}
