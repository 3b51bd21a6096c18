package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.json.JsonTree;
import java.util.ArrayList;
import java.util.List;

/**
 * Pods that were made large, by labels say, which whoever may create pods may do to any of them. Of
 * these only what they take of nodes and quotas is kept, so that they go on to count; and one that
 * is too large even so isn't read.
 */
public final class OversizedPods {
  private static final List<String> METADATA =
      List.of("namespace", "name", "uid", "resourceVersion", "deletionTimestamp");
  private static final List<String> SPEC =
      List.of(
          "nodeName", "schedulerName", "priority", "priorityClassName", "overhead", "resources");
  private static final List<String> CONTAINER = List.of("name", "resources", "restartPolicy");

  /** Ten times as many as most pods have of what any rule looks at: some 130 KiB of memory. */
  private static final int MOST_VALUES = 1_000;

  private OversizedPods() {}

  /** Returns whether a pod isn't read, since it has too many resources. */
  public static boolean isUnreadable(JsonTree pod) {
    return isLarge(pod) && isLarge(resources(pod));
  }

  /** Returns the pod, or what is kept of it if it is too large. */
  static JsonTree reduced(JsonTree pod) {
    return isLarge(pod) ? resources(pod) : pod;
  }

  private static boolean isLarge(JsonTree pod) {
    return pod.countValues(MOST_VALUES) > MOST_VALUES;
  }

  private static JsonTree resources(JsonTree pod) {
    JsonTree spec = pod.object("spec");
    JsonTree keptSpec = only(spec, SPEC);
    for (String containers : List.of("containers", "initContainers")) {
      List<Object> kept = new ArrayList<>();
      spec.objects(containers).forEach(container -> kept.add(only(container, CONTAINER)));
      keptSpec.put(containers, kept);
    }
    JsonTree kept = only(pod, List.of("apiVersion", "kind"));
    kept.put("metadata", only(pod.object("metadata"), METADATA));
    kept.put("spec", keptSpec);
    kept.put("status", only(pod.object("status"), List.of("phase")));
    return kept;
  }

  private static JsonTree only(JsonTree tree, List<String> names) {
    JsonTree kept = new JsonTree();
    names.stream().filter(tree::has).forEach(name -> kept.put(name, tree.get(name)));
    return kept;
  }
}
