package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Gathers the objects of a {@link Cluster}. Not safe for use by several threads. */
public final class ClusterBuilder {
  private final Instant asOf;
  private final Map<Class<? extends ApiObject>, Map<String, SortedMap<String, ApiObject>>> objects =
      new HashMap<>();
  private final Map<String, Map<GroupResource, Long>> others = new TreeMap<>();
  private final Set<GroupResource> found = new TreeSet<>();
  private final Map<GroupResource, Coverage> coverage = new TreeMap<>();
  private Coverage otherwise = Coverage.NONE;
  private final List<String> omissions = new ArrayList<>();
  private Optional<KubernetesControlPlane> controlPlane = Optional.empty();

  ClusterBuilder(Instant asOf) {
    this.asOf = asOf;
  }

  /**
   * Adds an object; of two with the same type, namespace and name the later stays. Where nothing
   * else is said about its resource, the added objects are all there are.
   */
  public ClusterBuilder add(ApiObject object) {
    found.add(object.resource());
    if (object instanceof PartialObjectMetadata) {
      others
          .computeIfAbsent(object.namespace(), n -> new TreeMap<>())
          .merge(object.resource(), 1L, Long::sum);
      return this;
    }
    objects
        .computeIfAbsent(object.getClass(), c -> new HashMap<>())
        .computeIfAbsent(object.namespace(), n -> new TreeMap<>())
        .put(object.identity(), object);
    return this;
  }

  /** Adds several objects. */
  public ClusterBuilder addAll(Collection<? extends ApiObject> several) {
    several.forEach(this::add);
    return this;
  }

  /** Marks the resource as completely listed, even if it has no objects. */
  public ClusterBuilder listed(GroupResource resource) {
    return covers(resource, Coverage.COMPLETE);
  }

  /** Adds to a resource's coverage; the coverage of several readings adds up. */
  public ClusterBuilder covers(GroupResource resource, Coverage known) {
    coverage.merge(resource, known, Coverage::or);
    return this;
  }

  /** Marks all resources as complete: objects that aren't added don't exist. */
  public ClusterBuilder complete() {
    otherwise = Coverage.COMPLETE;
    return this;
  }

  /** Adds a sentence about something that couldn't be read. */
  public ClusterBuilder omission(String sentence) {
    omissions.add(sentence);
    return this;
  }

  /** Sets the control plane. Without this call, the versions of the kubelets tell it. */
  public ClusterBuilder controlPlane(KubernetesControlPlane known) {
    controlPlane = Optional.of(known);
    return this;
  }

  /** Returns the cluster. The builder can't be used afterwards. */
  public Cluster build() {
    Map<Class<? extends ApiObject>, ObjectStore<?>> objectStores = new HashMap<>();
    objects.forEach((type, byNamespace) -> objectStores.put(type, store(byNamespace)));
    if (otherwise.complete()) {
      coverage.clear();
    }
    found.forEach(r -> coverage.putIfAbsent(r, Coverage.COMPLETE));
    return new Cluster(
        asOf,
        new ObjectStores(objectStores),
        podsByNode(),
        new ObjectCounts(others),
        coverage,
        otherwise,
        new SnapshotFacts(
            omissions,
            controlPlane.orElseGet(this::ofKubelets),
            ServedFields.NONE,
            List.of(),
            Optional.empty()));
  }

  private KubernetesControlPlane ofKubelets() {
    return KubernetesControlPlane.ofKubelets(
        objects.getOrDefault(Node.class, Map.of()).values().stream()
            .flatMap(nodes -> nodes.values().stream())
            .map(node -> ((Node) node).kubeletVersion())
            .toList());
  }

  private static ObjectStore<ApiObject> store(
      Map<String, SortedMap<String, ApiObject>> byNamespace) {
    SortedMap<String, SortedTree<String, ApiObject>> trees = new TreeMap<>();
    byNamespace.forEach((namespace, byName) -> trees.put(namespace, SortedTree.of(byName)));
    return new ObjectStore<>(SortedTree.of(trees));
  }

  private SortedTree<String, List<Pod>> podsByNode() {
    Map<String, List<Pod>> byNode = new HashMap<>();
    new TreeMap<>(objects.getOrDefault(Pod.class, Map.of()))
        .values().stream()
            .flatMap(m -> m.values().stream())
            .map(Pod.class::cast)
            .filter(Cluster::holdsNode)
            .forEach(
                p -> byNode.computeIfAbsent(p.spec().nodeName(), n -> new ArrayList<>()).add(p));
    byNode.replaceAll((n, pods) -> List.copyOf(pods));
    return SortedTree.of(new TreeMap<>(byNode));
  }
}
