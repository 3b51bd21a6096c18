package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.plugins.UnmetConstraint;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnmetSelector;
import dev.plimsoll.model.gap.UnschedulablePods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The reasons of kube-scheduler for which nodes with a resource reject a pod. The labels, taints or
 * constraints that a reason does not name stand in parentheses behind it.
 */
final class NodeReasons {
  private static final int MOST_NAMED = 3;
  private static final String TAINTED = "node(s) had untolerated taint(s)";
  private static final String NODE_AFFINITY = "NodeAffinity";

  private final Pod pod;
  private final List<NodeDiagnosis> diagnoses;

  private NodeReasons(Pod pod, List<NodeDiagnosis> diagnoses) {
    this.pod = pod;
    this.diagnoses = diagnoses;
  }

  private record Key(
      ResourceName resource, RequiredNodeAffinity required, List<Toleration> tolerations) {}

  /** Returns the different reasons in the order of their texts; empty if no node has any. */
  static String of(DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod pod = pods.pods().get(0);
    return pods.shared(
        context,
        new Key(resource, RequiredNodeAffinity.of(pod), pod.spec().tolerations()),
        () -> new NodeReasons(pod, withResource(pods, resource)).text());
  }

  /**
   * Returns the nodes with a resource that are not eligible, and the reasons, as the rest of a
   * sentence; empty if there are none.
   */
  static String ofOthers(DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod pod = pods.pods().get(0);
    boolean isOne = pods.pods().size() == 1;
    return pods.shared(
        context,
        new OtherKey(isOne, resource, RequiredNodeAffinity.of(pod), pod.spec().tolerations()),
        () -> {
          List<NodeDiagnosis> others =
              withResource(pods, resource).stream().filter(d -> !d.isEligible()).toList();
          return others.isEmpty()
              ? ""
              : "; "
                  + Counted.of(others.size(), "other node")
                  + " with "
                  + resource
                  + " "
                  + Counted.verb(others.size(), "does", "do")
                  + (isOne ? " not accept the pod: " : " not accept the pods: ")
                  + new NodeReasons(pod, others).text();
        });
  }

  private record OtherKey(
      boolean isOne,
      ResourceName resource,
      RequiredNodeAffinity required,
      List<Toleration> tolerations) {}

  private static List<NodeDiagnosis> withResource(UnschedulablePods pods, ResourceName resource) {
    List<NodeDiagnosis> with = new ArrayList<>();
    for (NodeDiagnosis diagnosis : pods.result().nodes()) {
      if (resource.equals(ResourceName.PODS)
          || diagnosis.node().allocatable().getOrZero(resource).signum() > 0) {
        with.add(diagnosis);
      }
    }
    return with;
  }

  private String text() {
    Map<String, NodeDiagnosis> byReason = new TreeMap<>();
    for (NodeDiagnosis diagnosis : diagnoses) {
      diagnosis.reasons().forEach(r -> byReason.putIfAbsent(r, diagnosis));
    }
    return byReason.entrySet().stream()
        .map(e -> e.getKey() + behind(e.getKey(), e.getValue()).map(d -> " (" + d + ")").orElse(""))
        .collect(Collectors.joining(", "));
  }

  private Optional<String> behind(String reason, NodeDiagnosis first) {
    if (reason.equals(TAINTED)) {
      return different(reason, d -> firstUntolerated(d.node()).map(Taint::text));
    }
    return first.plugin().equals(NODE_AFFINITY)
        ? UnmetSelector.sentence(pod, diagnoses.stream().map(NodeDiagnosis::node).toList())
        : different(reason, NodeReasons::constraint);
  }

  private static Optional<String> constraint(NodeDiagnosis diagnosis) {
    return diagnosis.detail().stream()
        .filter(UnmetConstraint.class::isInstance)
        .map(d -> ((UnmetConstraint) d).text())
        .findFirst();
  }

  /** Returns the different texts of the nodes with a reason; empty if no node has a text. */
  private Optional<String> different(
      String reason, Function<NodeDiagnosis, Optional<String>> text) {
    TreeSet<String> texts = new TreeSet<>();
    for (NodeDiagnosis diagnosis : diagnoses) {
      if (diagnosis.reasons().contains(reason)) {
        text.apply(diagnosis).ifPresent(texts::add);
      }
    }
    return texts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            texts.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (texts.size() > MOST_NAMED
                    ? ", and " + (texts.size() - MOST_NAMED) + " more"
                    : ""));
  }

  private Optional<Taint> firstUntolerated(Node node) {
    return Tolerations.firstUntolerated(pod.spec().tolerations(), node.taints());
  }
}
