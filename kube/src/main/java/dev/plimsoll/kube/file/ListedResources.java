package dev.plimsoll.kube.file;

import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.GroupResource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Concludes from the lists in a dump how much of each resource it has.
 *
 * <ul>
 *   <li>A list of one kind ({@code PodList}) has all of that kind, even if it is empty; in a
 *       namespace's folder, or where the whole dump has objects of one namespace only, all of that
 *       namespace. Several such lists of one kind have all of the namespaces of their objects.
 *   <li>A list of several kinds, as kubectl prints it, has all of the kinds that occur in it if its
 *       objects are of several namespaces; otherwise all of that one namespace. Of kinds that don't
 *       occur in it nothing is known.
 *   <li>An object by itself says nothing about others, but for those that OpenShift's must-gather
 *       writes into a file each.
 * </ul>
 */
final class ListedResources {
  /** The namespaces that every cluster has; who has their folders has asked for all. */
  private static final Set<String> SYSTEM =
      Set.of("default", "kube-node-lease", "kube-public", "kube-system");

  private record TypedList(
      GroupResource resource,
      boolean isOfCluster,
      Set<String> namespaces,
      DocumentLocation location) {
    Path file() {
      return Path.of(location.file());
    }
  }

  private final Map<GroupResource, Coverage> coverage = new TreeMap<>();
  private final List<TypedList> typed = new ArrayList<>();
  private final Map<GroupResource, Path> ofCluster = new TreeMap<>();
  private final Map<Path, Set<String>> byFolder = new HashMap<>();
  private final Set<String> all = new TreeSet<>();
  private final Set<DocumentLocation> recorded = new HashSet<>();
  private Map<GroupResource, Set<String>> current = new HashMap<>();
  private Optional<DocumentLocation> location = Optional.empty();

  /** Takes note of an object, in a list or by itself. */
  void object(GroupResource resource, String namespace, DocumentLocation at) {
    moveTo(at);
    Set<String> namespaces = current.computeIfAbsent(resource, r -> new HashSet<>());
    coverage.putIfAbsent(resource, Coverage.NONE);
    if (namespace.isEmpty()) {
      ofCluster.computeIfAbsent(resource, r -> Path.of(at.file()));
    } else if (namespaces.add(namespace)) {
      all.add(namespace);
      byFolder
          .computeIfAbsent(NamespaceFolder.path(Path.of(at.file())), f -> new HashSet<>())
          .add(namespace);
    }
  }

  /** Takes note that the objects of a resource before it were a list's. */
  void listed(GroupResource resource, DocumentLocation at) {
    moveTo(at);
    Set<String> namespaces = current.getOrDefault(resource, Set.of());
    boolean isOfCluster =
        current.containsKey(resource)
            ? namespaces.isEmpty()
            : SnapshotResource.of(resource).map(r -> !r.resource().namespaced()).orElse(false);
    typed.add(new TypedList(resource, isOfCluster, namespaces, at));
  }

  /** Takes note that the objects before it were a list's that can have any kind. */
  void listedAny(DocumentLocation at) {
    moveTo(at);
    if (recorded.contains(at)) {
      return;
    }
    Set<String> namespaces =
        current.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    current.forEach(
        (resource, of) ->
            add(
                resource,
                of.isEmpty() || namespaces.size() > 1
                    ? Coverage.COMPLETE
                    : Coverage.of(namespaces)));
  }

  /** Takes over what the writer of a document recorded, in place of what its lists show. */
  void recorded(Map<GroupResource, Coverage> known, DocumentLocation at) {
    recorded.add(at);
    known.forEach(this::add);
  }

  private void moveTo(DocumentLocation at) {
    if (!location.equals(Optional.of(at))) {
      location = Optional.of(at);
      current = new HashMap<>();
    }
  }

  private void add(GroupResource resource, Coverage more) {
    coverage.merge(resource, more, Coverage::or);
  }

  /** Returns how much there is of each resource that occurred. */
  Map<GroupResource, Coverage> coverage() {
    typed.stream()
        .filter(t -> !recorded.contains(t.location()))
        .forEach(t -> add(t.resource(), coverage(t)));
    ofCluster.forEach(
        (resource, file) -> {
          if (MustGather.hasAllOfKind(file)) {
            add(resource, Coverage.COMPLETE);
          }
        });
    coverage.replaceAll((r, c) -> c.namespaces().containsAll(SYSTEM) ? Coverage.COMPLETE : c);
    return coverage;
  }

  /** Several lists of one resource are of a namespace each. */
  private Coverage elsewhere(TypedList list) {
    if (typed.stream().filter(t -> t.resource().equals(list.resource())).count() > 1) {
      return Coverage.of(list.namespaces());
    }
    return all.size() == 1 ? Coverage.of(all) : Coverage.COMPLETE;
  }

  private Coverage coverage(TypedList list) {
    if (list.isOfCluster() || list.namespaces().size() > 1) {
      return Coverage.COMPLETE;
    }
    Set<String> inFolder = byFolder.getOrDefault(NamespaceFolder.path(list.file()), Set.of());
    return NamespaceFolder.of(list.file(), inFolder)
        .map(n -> Coverage.of(Set.of(n)))
        .orElseGet(() -> elsewhere(list));
  }
}
