package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.Taint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads nodes, namespaces and the classes that pods refer to. */
final class ClusterScopedReader {
  private static final Interner<List<Taint>> TAINTS = new Interner<>(1 << 11);

  private ClusterScopedReader() {}

  static Node node(Fields object) {
    Fields spec = object.object("spec");
    Fields status = object.object("status");
    return new Node(
        ObjectMetaReader.metadata(object),
        spec.bool("unschedulable"),
        spec.list("taints", TAINTS, ClusterScopedReader::taint),
        status.resources("capacity"),
        status.resources("allocatable"),
        ObjectMetaReader.nodeConditions(status),
        status.object("nodeInfo").string("kubeletVersion"),
        Set.copyOf(status.strings("declaredFeatures")),
        cordonedSince(spec));
  }

  /**
   * The node lifecycle controller taints a cordoned node and notes the time. Source: {@code
   * SwapNodeControllerTaint} in {@code pkg/controller/util/node/controller_utils.go}.
   */
  private static Optional<Instant> cordonedSince(Fields spec) {
    return spec.list("taints", t -> t).stream()
        .filter(t -> t.string("key").equals("node.kubernetes.io/unschedulable"))
        .flatMap(t -> t.time("timeAdded").stream())
        .findFirst();
  }

  static Taint taint(Fields object) {
    return new Taint(object.string("key"), object.string("value"), object.string("effect"));
  }

  static Namespace namespace(Fields object) {
    return new Namespace(ObjectMetaReader.withAllAnnotations(object));
  }

  static PriorityClass priorityClass(Fields object) {
    return new PriorityClass(
        ObjectMetaReader.metadata(object),
        object.integer("value").orElse(0),
        object.bool("globalDefault"),
        object.string("preemptionPolicy"));
  }

  static RuntimeClass runtimeClass(Fields object) {
    Fields scheduling = object.object("scheduling");
    return new RuntimeClass(
        ObjectMetaReader.metadata(object),
        object.object("overhead").resources("podFixed"),
        scheduling.map("nodeSelector"),
        scheduling.list("tolerations", SelectorReader::toleration));
  }
}
