package dev.plimsoll.model.patch;

import static dev.plimsoll.model.patch.PatchOperation.add;
import static dev.plimsoll.model.patch.PatchOperation.path;
import static dev.plimsoll.model.patch.PatchOperation.remove;
import static dev.plimsoll.model.patch.PatchOperation.test;

import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The difference of two pod specs in the fields that remedies change. These are added tolerations,
 * removed node selectors, removed node and pod affinity, spread that is no longer required, removed
 * gates, the name of the scheduler, and requests and limits of containers. Lists are never
 * replaced, as they hold fields that no rule reads.
 */
final class PodSpecDiff {
  private final List<String> spec;
  private final List<PatchOperation> operations = new ArrayList<>();

  private PodSpecDiff(List<String> spec) {
    this.spec = spec;
  }

  /**
   * Returns the operations that make one spec of the other.
   *
   * @param path the steps to the spec
   * @throws IllegalArgumentException if they differ in anything else
   */
  static List<PatchOperation> operations(List<String> path, PodSpec before, PodSpec after) {
    PodSpecDiff diff = new PodSpecDiff(path);
    diff.tolerations(before.tolerations(), after.tolerations());
    diff.nodeSelector(before.nodeSelector(), after.nodeSelector());
    diff.affinity(before.affinity(), after.affinity());
    diff.topologySpread(before.topologySpreadConstraints(), after.topologySpreadConstraints());
    diff.schedulingGates(before.schedulingGates(), after.schedulingGates());
    diff.schedulerName(before.schedulerName(), after.schedulerName());
    diff.containers("initContainers", before.initContainers(), after.initContainers());
    diff.containers("containers", before.containers(), after.containers());
    PodSpec covered =
        before
            .with()
            .tolerations(after.tolerations())
            .nodeSelector(after.nodeSelector())
            .affinity(after.affinity())
            .topologySpreadConstraints(after.topologySpreadConstraints())
            .schedulingGates(after.schedulingGates())
            .schedulerName(after.schedulerName())
            .initContainers(after.initContainers())
            .containers(after.containers())
            .build();
    require(covered.equals(after), "pod specs");
    return diff.operations;
  }

  private void tolerations(List<Toleration> before, List<Toleration> after) {
    if (before.equals(after)) {
      return;
    }
    require(
        after.size() > before.size() && after.subList(0, before.size()).equals(before),
        "tolerations");
    List<String> added =
        after.subList(before.size(), after.size()).stream().map(PodSpecDiff::json).toList();
    List<String> list = path(spec, "tolerations");
    if (before.isEmpty()) {
      operations.add(add(list, JsonText.array(added)));
    } else {
      added.forEach(t -> operations.add(add(path(list, "-"), t)));
    }
  }

  private static String json(Toleration toleration) {
    Map<String, String> members = new LinkedHashMap<>();
    put(members, "key", toleration.key());
    put(members, "operator", toleration.operator());
    put(members, "value", toleration.value());
    put(members, "effect", toleration.effect());
    return JsonText.object(members);
  }

  private static void put(Map<String, String> members, String name, String text) {
    if (!text.isEmpty()) {
      members.put(name, JsonText.string(text));
    }
  }

  private void nodeSelector(Map<String, String> before, Map<String, String> after) {
    List<String> map = path(spec, "nodeSelector");
    if (before.isEmpty() && !after.isEmpty()) {
      Map<String, String> members = new LinkedHashMap<>();
      new TreeSet<>(after.keySet())
          .forEach(k -> members.put(k, JsonText.string(after.getOrDefault(k, ""))));
      operations.add(add(map, JsonText.object(members)));
      return;
    }
    for (String key : new TreeSet<>(before.keySet())) {
      String old = before.getOrDefault(key, "");
      Optional<String> now = Optional.ofNullable(after.get(key));
      if (!now.equals(Optional.of(old))) {
        operations.add(test(path(map, key), JsonText.string(old)));
        operations.add(
            now.map(v -> add(path(map, key), JsonText.string(v)))
                .orElseGet(() -> remove(path(map, key))));
      }
    }
    for (String key : new TreeSet<>(after.keySet())) {
      if (!before.containsKey(key)) {
        operations.add(add(path(map, key), JsonText.string(after.getOrDefault(key, ""))));
      }
    }
  }

  /** Returns the former affinity with the new required node affinity. */
  private Affinity nodeAffinity(Affinity before, Optional<NodeSelector> after) {
    if (before.requiredNodes().equals(after)) {
      return before;
    }
    List<String> required =
        path(spec, "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
    if (after.isEmpty()) {
      operations.add(remove(required));
      return before.withRequiredNodes(after);
    }
    require(
        after.get().terms().size() == 1
            && before.requiredNodes().filter(s -> s.terms().size() == 1).isPresent(),
        "node affinity terms");
    Term old = before.requiredNodes().orElseThrow().terms().get(0);
    List<Requirement> left = new ArrayList<>(old.matchExpressions());
    for (int i = left.size() - 1; i >= 0; i--) {
      Requirement requirement = left.get(i);
      if (!after.get().terms().get(0).matchExpressions().contains(requirement)) {
        List<String> at =
            path(required, "nodeSelectorTerms", "0", "matchExpressions", Integer.toString(i));
        operations.add(test(path(at, "key"), JsonText.string(requirement.key())));
        operations.add(remove(at));
        left.remove(i);
      }
    }
    Optional<NodeSelector> result =
        Optional.of(new NodeSelector(List.of(new Term(left, old.matchFields()))));
    require(result.equals(after), "node affinity");
    return before.withRequiredNodes(result);
  }

  private List<PodAffinityTerm> podTerms(
      String field, List<PodAffinityTerm> before, List<PodAffinityTerm> after) {
    List<PodAffinityTerm> left = new ArrayList<>(before);
    for (int i = left.size() - 1; i >= 0; i--) {
      PodAffinityTerm term = left.get(i);
      if (!after.contains(term)) {
        List<String> at =
            path(
                spec,
                "affinity",
                field,
                "requiredDuringSchedulingIgnoredDuringExecution",
                Integer.toString(i));
        operations.add(test(path(at, "topologyKey"), JsonText.string(term.topologyKey())));
        operations.add(remove(at));
        left.remove(i);
      }
    }
    return left;
  }

  private void affinity(Affinity before, Affinity after) {
    Affinity changed =
        nodeAffinity(before, after.requiredNodes())
            .withRequiredPods(podTerms("podAffinity", before.requiredPods(), after.requiredPods()))
            .withRequiredAntiPods(
                podTerms("podAntiAffinity", before.requiredAntiPods(), after.requiredAntiPods()));
    require(changed.equals(after), "affinity");
  }

  private void topologySpread(
      List<TopologySpreadConstraint> before, List<TopologySpreadConstraint> after) {
    require(before.size() == after.size(), "topology spread constraints");
    for (int i = 0; i < before.size(); i++) {
      TopologySpreadConstraint old = before.get(i);
      if (!old.equals(after.get(i))) {
        require(old.preferred().equals(after.get(i)), "topology spread constraints");
        List<String> at = path(spec, "topologySpreadConstraints", Integer.toString(i));
        operations.add(test(path(at, "topologyKey"), JsonText.string(old.topologyKey())));
        operations.add(
            add(path(at, "whenUnsatisfiable"), JsonText.string(after.get(i).whenUnsatisfiable())));
        if (old.minDomains().isPresent()) {
          operations.add(remove(path(at, "minDomains")));
        }
      }
    }
  }

  private void schedulingGates(List<String> before, List<String> after) {
    List<String> left = new ArrayList<>(before);
    for (int i = before.size() - 1; i >= 0; i--) {
      if (!after.contains(before.get(i))) {
        String index = Integer.toString(i);
        List<String> gate = path(spec, "schedulingGates", index);
        operations.add(test(path(gate, "name"), JsonText.string(before.get(i))));
        operations.add(remove(gate));
        left.remove(i);
      }
    }
    require(left.equals(after), "scheduling gates");
  }

  private void schedulerName(String before, String after) {
    if (!before.equals(after)) {
      List<String> name = path(spec, "schedulerName");
      operations.add(test(name, JsonText.string(before)));
      operations.add(add(name, JsonText.string(after)));
    }
  }

  private void containers(String field, List<Container> before, List<Container> after) {
    require(before.size() == after.size(), field);
    for (int i = 0; i < before.size(); i++) {
      Container old = before.get(i);
      Container now = after.get(i);
      if (!old.equals(now)) {
        require(old.withResources(now.resources()).equals(now), field);
        List<String> container = path(spec, field, Integer.toString(i));
        operations.add(test(path(container, "name"), JsonText.string(old.name())));
        resources(path(container, "resources"), old.resources(), now.resources());
      }
    }
  }

  private void resources(List<String> at, ResourceRequirements before, ResourceRequirements after) {
    require(before.claims().equals(after.claims()), "claims");
    if (before.equals(ResourceRequirements.NONE)) {
      Map<String, String> members = new LinkedHashMap<>();
      if (!after.limits().isEmpty()) {
        members.put("limits", JsonText.resources(after.limits()));
      }
      if (!after.requests().isEmpty()) {
        members.put("requests", JsonText.resources(after.requests()));
      }
      operations.add(add(at, JsonText.object(members)));
      return;
    }
    quantities(operations, path(at, "limits"), before.limits(), after.limits());
    quantities(operations, path(at, "requests"), before.requests(), after.requests());
  }

  /** Adds the operations that make one map of quantities of another. */
  static void quantities(
      List<PatchOperation> operations, List<String> at, Resources before, Resources after) {
    if (before.isEmpty() && !after.isEmpty()) {
      operations.add(add(at, JsonText.resources(after)));
      return;
    }
    for (ResourceName name : before.names()) {
      if (!after.contains(name)) {
        operations.add(remove(path(at, name.name())));
      }
    }
    for (ResourceName name : after.names()) {
      Quantity quantity = after.getOrZero(name);
      if (!before.get(name).equals(Optional.of(quantity))) {
        operations.add(add(path(at, name.name()), JsonText.string(quantity.toString())));
      }
    }
  }

  static void require(boolean supported, String what) {
    if (!supported) {
      throw new IllegalArgumentException("no patch for this difference of " + what);
    }
  }
}
