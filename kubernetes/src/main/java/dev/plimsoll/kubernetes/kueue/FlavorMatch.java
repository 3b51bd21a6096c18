package dev.plimsoll.kubernetes.kueue;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rules by which Kueue passes over a flavor before it compares quota: the flavor's taints, and
 * the pod's requirements on the flavor's labels. Requirements on other labels don't count here.
 *
 * <p>Source: {@code checkFlavorForPodSets} and {@code flavorSelector} in {@code
 * sigs.k8s.io/kueue/pkg/scheduler/flavorassigner/flavorassigner.go}. Earlier versions of Kueue also
 * count requirements on the labels of the other flavors of a resource group.
 */
public final class FlavorMatch {
  private FlavorMatch() {}

  /** Returns why Kueue doesn't use a flavor for pods with that spec; empty if it may. */
  public static Optional<String> mismatch(ResourceFlavor flavor, PodSpec spec) {
    List<Toleration> tolerations = new ArrayList<>(spec.tolerations());
    tolerations.addAll(flavor.tolerations());
    return Tolerations.firstUntolerated(tolerations, flavor.nodeTaints())
        .map(taint -> "the pods don't tolerate its taint " + taint.text())
        .or(
            () ->
                selector(flavor, spec).matches(labelled(flavor))
                    ? Optional.empty()
                    : Optional.of("its labels don't match the pods' node selector or affinity"));
  }

  private static RequiredNodeAffinity selector(ResourceFlavor flavor, PodSpec spec) {
    Map<String, String> labels = new HashMap<>(spec.nodeSelector());
    labels.keySet().retainAll(flavor.nodeLabels().keySet());
    List<NodeSelector.Term> terms = new ArrayList<>();
    for (NodeSelector.Term term :
        spec.affinity().requiredNodes().map(NodeSelector::terms).orElse(List.of())) {
      List<NodeSelector.Requirement> known =
          term.matchExpressions().stream()
              .filter(r -> flavor.nodeLabels().containsKey(r.key()))
              .toList();
      if (known.isEmpty()) {
        return new RequiredNodeAffinity(labels, Optional.empty());
      }
      terms.add(new NodeSelector.Term(known, List.of()));
    }
    return new RequiredNodeAffinity(
        labels, terms.isEmpty() ? Optional.empty() : Optional.of(new NodeSelector(terms)));
  }

  /** Returns a node with the flavor's labels and nothing else. */
  private static Node labelled(ResourceFlavor flavor) {
    return new Node(
        ObjectMeta.builder().labels(flavor.nodeLabels()).build(),
        false,
        List.of(),
        Resources.EMPTY,
        Resources.EMPTY,
        List.of());
  }
}
