package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.SchedulerQueue;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One consistent, immutable snapshot of a cluster at one moment.
 *
 * <p>Objects are found by their type, namespace and name; lists come in order of namespace and
 * name. A change gives a new cluster that shares what didn't change, so that simulations are made
 * on the same code as "what is".
 */
public final class Cluster {
  /** The types whose objects are of several resources. */
  private static final Set<Class<? extends ApiObject>> SEVERAL_RESOURCES =
      Set.of(Workload.class, PodGroup.class, SchedulerQueue.class, PartialObjectMetadata.class);

  private final Instant asOf;
  private final ObjectStores objects;
  private final SortedTree<String, List<Pod>> podsByNode;
  private final ObjectCounts others;
  private final Map<GroupResource, Coverage> coverage;
  private final Coverage otherwise;
  private final SnapshotFacts facts;

  Cluster(
      Instant asOf,
      ObjectStores objects,
      SortedTree<String, List<Pod>> podsByNode,
      ObjectCounts others,
      Map<GroupResource, Coverage> coverage,
      Coverage otherwise,
      SnapshotFacts facts) {
    this.asOf = asOf;
    this.objects = objects;
    this.podsByNode = podsByNode;
    this.others = others;
    this.coverage = coverage;
    this.otherwise = otherwise;
    this.facts = facts;
  }

  /** Returns a builder of a snapshot taken at that moment. */
  public static ClusterBuilder builder(Instant asOf) {
    return new ClusterBuilder(asOf);
  }

  /** Returns an empty cluster. */
  public static Cluster empty(Instant asOf) {
    return builder(asOf).build();
  }

  /** Returns the moment the snapshot was taken. */
  public Instant asOf() {
    return asOf;
  }

  /** Returns all objects of a type, by namespace and name. */
  public <T extends ApiObject> Collection<T> list(Class<T> type) {
    return store(type).all();
  }

  /** Returns a namespace's objects of a type, by name. */
  public <T extends ApiObject> Collection<T> list(Class<T> type, String namespace) {
    return store(type).in(namespace);
  }

  /**
   * Returns an object by its {@link ApiObject#identity identity}; the namespace of a cluster-scoped
   * object is empty.
   */
  public <T extends ApiObject> Optional<T> find(Class<T> type, String namespace, String identity) {
    return store(type).find(namespace, identity);
  }

  /**
   * Returns whether one cluster was made of the other without a change to any object of the type.
   */
  public boolean hasSame(Class<? extends ApiObject> type, Cluster other) {
    return store(type) == other.store(type);
  }

  /**
   * Returns whether one cluster was made of the other without a change to any object of the type in
   * a namespace.
   */
  public boolean hasSame(Class<? extends ApiObject> type, String namespace, Cluster other) {
    return store(type).hasSame(namespace, other.store(type));
  }

  /** Returns the namespaces of the objects of a type. */
  public List<String> namespaces(Class<? extends ApiObject> type) {
    return store(type).namespaces();
  }

  /** Returns the events about an object, by their names, also those about a former object. */
  public List<Event> eventsAbout(String namespace, String kind, String name) {
    return objects.events().about(namespace, kind, name);
  }

  /** Returns all nodes, by name. */
  public Collection<Node> nodes() {
    return list(Node.class, "");
  }

  /** Returns the pods that hold something on a node: bound to it and not ended. */
  public List<Pod> podsOn(String node) {
    return podsByNode.get(node).orElseGet(List::of);
  }

  /** Returns the names of all namespaces that exist or that some object is in. */
  public Set<String> namespaces() {
    Set<String> names = new TreeSet<>(others.namespaces());
    objects.all().forEach(s -> names.addAll(s.namespaces()));
    list(Namespace.class).forEach(n -> names.add(n.name()));
    names.remove("");
    return names;
  }

  /** Returns how many objects of a resource a namespace has; 0 where the snapshot has none. */
  public long count(String namespace, GroupResource resource) {
    long known =
        objects
            .entries()
            .mapToLong(e -> count(e.getKey(), e.getValue().in(namespace), resource))
            .sum();
    return known + others.count(namespace, resource);
  }

  private static long count(
      Class<? extends ApiObject> type,
      Collection<? extends ApiObject> objects,
      GroupResource resource) {
    if (SEVERAL_RESOURCES.contains(type)) {
      return objects.stream().filter(o -> o.resource().equals(resource)).count();
    }
    boolean isOfType = objects.stream().limit(1).anyMatch(o -> o.resource().equals(resource));
    return isOfType ? objects.size() : 0;
  }

  /**
   * Returns all objects of a namespace, of all kinds, except objects that are kept as counts only.
   */
  public Stream<ApiObject> objects(String namespace) {
    return objects.all().stream().flatMap(s -> s.in(namespace).stream());
  }

  /** Returns the objects that were kept as counts only. */
  public ObjectCounts others() {
    return others;
  }

  /** Returns the namespaces whose objects of the resource the snapshot has completely. */
  public Coverage coverage(GroupResource resource) {
    return coverage.getOrDefault(resource, otherwise);
  }

  /**
   * Returns whether the snapshot has all objects of the resource, in all namespaces. Where it
   * hasn't, their absence says nothing.
   */
  public boolean covers(GroupResource resource) {
    return coverage(resource).complete();
  }

  /** Returns whether the snapshot has all objects of the resource in the namespace. */
  public boolean covers(GroupResource resource, String namespace) {
    return coverage(resource).includes(namespace);
  }

  /**
   * Returns the resources that were read in part or not at all, as far as the snapshot records it.
   */
  public List<GroupResource> partlyRead() {
    return coverage.entrySet().stream()
        .filter(e -> !e.getValue().complete())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the requirements that the snapshot doesn't meet, each once. */
  public List<Requirement> unmet(Collection<Requirement> requirements) {
    return requirements.stream()
        .filter(r -> !r.isMet(this))
        .map(r -> r.in(this))
        .distinct()
        .toList();
  }

  /** Returns a sentence for each thing that couldn't be read, with its effect on answers. */
  public List<String> omissions() {
    return Stream.concat(facts.omissions().stream(), facts.controlPlane().unknownVersion().stream())
        .toList();
  }

  /**
   * Returns the questions that a snapshot for a check of some namespaces can't answer; empty for
   * any other snapshot.
   */
  public List<String> limits() {
    return facts.limits();
  }

  /** Returns the same cluster, with what it can't answer. */
  public Cluster withLimits(List<String> limits) {
    return new Cluster(
        asOf, objects, podsByNode, others, coverage, otherwise, facts.withLimits(limits));
  }

  /** Returns the control plane, by whose version and feature gates rules differ. */
  public KubernetesControlPlane controlPlane() {
    return facts.controlPlane();
  }

  /** Returns whether the version and the feature gates have the API server serve the resource. */
  public boolean serves(GroupResource resource) {
    return !resource.group().equals("resource.k8s.io")
        || facts.controlPlane().enables(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION);
  }

  /** Returns a cluster with the object added, or replacing its former version. */
  public Cluster with(ApiObject object) {
    Cluster base =
        find(object.getClass(), object.namespace(), object.identity()).isPresent()
            ? without(object)
            : this;
    return new Cluster(
        asOf,
        base.objects.with(object),
        placed(base.podsByNode, object, true),
        others,
        coverage,
        otherwise,
        facts);
  }

  /** Returns a cluster without the object. */
  public Cluster without(ApiObject object) {
    Optional<? extends ApiObject> former =
        find(object.getClass(), object.namespace(), object.identity());
    if (former.isEmpty()) {
      return this;
    }
    return new Cluster(
        asOf,
        objects.without(object),
        placed(podsByNode, former.get(), false),
        others,
        coverage,
        otherwise,
        facts);
  }

  /** Returns the same cluster at another moment. */
  public Cluster at(Instant time) {
    return new Cluster(time, objects, podsByNode, others, coverage, otherwise, facts);
  }

  /** Returns a cluster that has so much of a resource. */
  public Cluster withCoverage(GroupResource resource, Coverage known) {
    if (coverage(resource).equals(known)) {
      return this;
    }
    Map<GroupResource, Coverage> changed = new TreeMap<>(coverage);
    changed.put(resource, known);
    return new Cluster(asOf, objects, podsByNode, others, changed, otherwise, facts);
  }

  /** Returns a cluster that says what couldn't be read, one sentence each. */
  public Cluster withOmissions(List<String> sentences) {
    return new Cluster(
        asOf,
        objects,
        podsByNode,
        others,
        coverage,
        otherwise,
        facts.withOmissions(
            sentences.stream()
                .filter(s -> !controlPlane().unknownVersion().equals(Optional.of(s)))
                .toList()));
  }

  /** Returns the objects whose fields are all known. */
  public ServedFields served() {
    return facts.served();
  }

  /** Returns the same cluster with all fields of some of its objects. */
  public Cluster withServed(ServedFields served) {
    return new Cluster(
        asOf, objects, podsByNode, others, coverage, otherwise, facts.withServed(served));
  }

  /** Returns the measured usage of devices; empty if nobody looked for it. */
  public Optional<MeasuredUsage> usage() {
    return facts.usage();
  }

  /** Returns the same cluster with the measured usage of its devices. */
  public Cluster withUsage(MeasuredUsage usage) {
    return new Cluster(
        asOf, objects, podsByNode, others, coverage, otherwise, facts.withUsage(usage));
  }

  /** Returns the same cluster under another control plane. */
  public Cluster withControlPlane(KubernetesControlPlane other) {
    return new Cluster(
        asOf, objects, podsByNode, others, coverage, otherwise, facts.withControlPlane(other));
  }

  /**
   * Returns the part of the cluster that a user with these rights may read. The rest counts as
   * unread, not as absent.
   *
   * @param readable in which namespaces everything is read
   * @param clusterScoped of which resources in no namespace everything is read
   */
  public Cluster excerpt(Coverage readable, Set<GroupResource> clusterScoped) {
    ClusterExcerpt excerpt = new ClusterExcerpt(readable, clusterScoped);
    return new Cluster(
        asOf,
        objects.only(excerpt),
        excerpt.placed(podsByNode),
        excerpt.of(others),
        excerpt.of(coverage, otherwise),
        excerpt.of(otherwise),
        facts.withUsageIn(readable));
  }

  static boolean holdsNode(Pod pod) {
    return pod.isBound() && !pod.isTerminal();
  }

  private static SortedTree<String, List<Pod>> placed(
      SortedTree<String, List<Pod>> byNode, ApiObject object, boolean add) {
    if (!(object instanceof Pod pod) || !holdsNode(pod)) {
      return byNode;
    }
    String node = pod.spec().nodeName();
    List<Pod> pods = new ArrayList<>(byNode.get(node).orElseGet(List::of));
    if (add) {
      pods.add(pod);
    } else {
      pods.removeIf(p -> p.name().equals(pod.name()) && p.namespace().equals(pod.namespace()));
    }
    return pods.isEmpty() ? byNode.without(node) : byNode.with(node, List.copyOf(pods));
  }

  private <T extends ApiObject> ObjectStore<T> store(Class<T> type) {
    return objects.of(type);
  }
}
