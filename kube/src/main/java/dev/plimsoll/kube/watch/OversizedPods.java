package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions.PodLevel;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gate.ShareGate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Large pods. A user who may create pods may give a pod thousands of labels or resources. Of a
 * large pod the small parts stay, and of the others what counts: the resources that it requests,
 * the gates, and the labels and annotations that say to which gang it belongs.
 */
public final class OversizedPods {
  private static final List<String> METADATA =
      List.of("kubernetes.io/config.mirror", "jobset.sigs.k8s.io/jobset-name");
  private static final List<String> METADATA_PREFIXES =
      List.of("plimsoll.dev/", "scheduling.k8s.io/", "scheduling.x-k8s.io/");
  private static final List<String> RESOURCE_LISTS =
      List.of("requests", "limits", "allocatedResources");

  /** Ten times as many as most pods have of what any rule looks at: some 130 KiB of memory. */
  private static final int MOST_VALUES = 1_000;

  /** A part with no more values stays as it is. */
  private static final int SMALL = 30;

  private static final PodResourcesOptions ALL_CONTAINERS =
      new PodResourcesOptions(true, PodLevel.SKIP, false, Resources.EMPTY, false);

  private OversizedPods() {}

  /** Returns whether a pod requests more different resources than are read of any pod. */
  public static boolean isUnreadable(JsonTree pod) {
    return isLarge(pod) && isLarge(parts(pod, name -> true));
  }

  /** Returns the pod, or what is kept of a large pod, with all resources that it requests. */
  public static JsonTree reduced(JsonTree pod) {
    return reduced(pod, name -> true);
  }

  /**
   * Returns the pod, or what is kept of a large pod.
   *
   * @param known the resources that nodes have, or that policies or quotas name
   */
  static JsonTree reduced(JsonTree pod, Predicate<String> known) {
    if (!isLarge(pod)) {
      return pod;
    }
    JsonTree withAllResources = parts(pod, name -> true);
    return isLarge(withAllResources)
        ? parts(pod, name -> !name.contains("/") || known.test(name))
        : withAllResources;
  }

  /** Returns the pod; the containers of a large pod become one with the same total requests. */
  static Pod merged(Pod pod, JsonTree json) {
    if (!isLarge(json)) {
      return pod;
    }
    Resources requests = PodResources.requests(pod, ALL_CONTAINERS);
    if (requests.names().size() > MOST_VALUES) {
      throw new DecodeException("", "has too many resources to be read");
    }
    Resources limits = PodResources.limits(pod, ALL_CONTAINERS);
    Container all = Container.of("all", ResourceRequirements.of(requests, limits));
    PodSpec spec = pod.spec().withInitContainers(List.of()).withContainers(List.of(all));
    PodStatus status =
        pod.status().withInitContainerStatuses(List.of()).withContainerStatuses(List.of());
    return new Pod(pod.metadata(), spec, status);
  }

  private static boolean isLarge(JsonTree pod) {
    return pod.countValues(MOST_VALUES) > MOST_VALUES;
  }

  private static JsonTree parts(JsonTree pod, Predicate<String> keeps) {
    JsonTree metadata = pod.object("metadata");
    JsonTree keptMetadata = smallParts(metadata);
    for (String map : List.of("labels", "annotations")) {
      keptMetadata.put(map, named(metadata.object(map)));
    }
    keptMetadata.put(
        "ownerReferences",
        metadata.objects("ownerReferences").stream()
            .filter(owner -> owner.get("controller").equals(true))
            .limit(1)
            .toList());
    JsonTree spec = pod.object("spec");
    JsonTree keptSpec = smallParts(spec);
    keptSpec.put("schedulingGates", gates(spec));
    for (String containers : List.of("containers", "initContainers")) {
      keptSpec.put(containers, containers(spec, containers, keeps));
    }
    JsonTree status = pod.object("status");
    JsonTree keptStatus = smallParts(status);
    keptStatus.put("conditions", status.objects("conditions").stream().limit(SMALL).toList());
    for (String statuses : List.of("containerStatuses", "initContainerStatuses")) {
      keptStatus.put(statuses, containers(status, statuses, keeps));
    }
    JsonTree kept = smallParts(pod);
    kept.put("metadata", keptMetadata);
    kept.put("spec", keptSpec);
    kept.put("status", keptStatus);
    return kept;
  }

  private static JsonTree smallParts(JsonTree tree) {
    return only(tree, name -> only(tree, name::equals).countValues(SMALL) <= SMALL);
  }

  /** Returns the labels or annotations; of a large map, only those on gangs and on holding pods. */
  private static JsonTree named(JsonTree map) {
    return map.countValues(SMALL) <= SMALL
        ? map
        : only(
            map,
            name ->
                METADATA.contains(name) || METADATA_PREFIXES.stream().anyMatch(name::startsWith));
  }

  /** Returns the first gates, and before them the gate that this product removes. */
  private static List<JsonTree> gates(JsonTree spec) {
    List<JsonTree> gates = spec.objects("schedulingGates");
    Predicate<JsonTree> isOwn = gate -> gate.text("name").equals(ShareGate.NAME);
    List<JsonTree> kept = new ArrayList<>(gates.stream().filter(isOwn).toList());
    gates.stream().filter(isOwn.negate()).limit(SMALL).forEach(kept::add);
    return kept;
  }

  private static List<JsonTree> containers(JsonTree tree, String list, Predicate<String> keeps) {
    List<JsonTree> containers = new ArrayList<>();
    for (JsonTree container : tree.objects(list)) {
      JsonTree kept = only(container, List.of("name", "restartPolicy")::contains);
      if (container.has("resources")) {
        kept.put("resources", resources(container.object("resources"), keeps));
      }
      containers.add(withRequested(kept, container, keeps));
    }
    return containers;
  }

  private static JsonTree resources(JsonTree resources, Predicate<String> keeps) {
    JsonTree others = only(resources, name -> !RESOURCE_LISTS.contains(name));
    return withRequested(others, resources, keeps);
  }

  private static JsonTree withRequested(JsonTree kept, JsonTree tree, Predicate<String> keeps) {
    for (String list : RESOURCE_LISTS) {
      if (tree.has(list)) {
        JsonTree all = tree.object(list);
        kept.put(list, only(all, name -> keeps.test(name) && !isZero(all.get(name))));
      }
    }
    return kept;
  }

  private static boolean isZero(Object quantity) {
    try {
      return Quantity.fromJson(quantity.toString()).isZero();
    } catch (QuantityFormatException e) {
      return false;
    }
  }

  private static JsonTree only(JsonTree tree, Predicate<String> names) {
    JsonTree kept = new JsonTree();
    tree.names().stream().filter(names).forEach(name -> kept.put(name, tree.get(name)));
    return kept;
  }
}
