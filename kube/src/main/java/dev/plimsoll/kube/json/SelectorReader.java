package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.Affinity.PreferredSchedulingTerm;
import dev.plimsoll.kubernetes.object.Affinity.WeightedPodAffinityTerm;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import java.util.List;
import java.util.Optional;

/** Reads what a pod says about the nodes and pods it wants to be near. */
final class SelectorReader {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private SelectorReader() {}

  static LabelSelector labels(Fields selector) {
    return new LabelSelector(
        selector.map("matchLabels"),
        selector.list(
            "matchExpressions",
            r ->
                new LabelSelector.Requirement(
                    r.string("key"), r.string("operator"), r.strings("values"))));
  }

  static NodeSelector nodes(Fields selector) {
    return new NodeSelector(selector.list("nodeSelectorTerms", SelectorReader::term));
  }

  private static NodeSelector.Term term(Fields term) {
    return new NodeSelector.Term(
        term.list("matchExpressions", SelectorReader::requirement),
        term.list("matchFields", SelectorReader::requirement));
  }

  static NodeSelector.Requirement requirement(Fields requirement) {
    return new NodeSelector.Requirement(
        requirement.string("key"), requirement.string("operator"), requirement.strings("values"));
  }

  static Affinity affinity(Fields affinity) {
    Fields nodes = affinity.object("nodeAffinity");
    Fields pods = affinity.object("podAffinity");
    Fields anti = affinity.object("podAntiAffinity");
    return new Affinity(
        requiredNodes(nodes),
        preferredNodes(nodes),
        pods.list(REQUIRED, SelectorReader::podTerm),
        pods.list(PREFERRED, SelectorReader::weightedPodTerm),
        anti.list(REQUIRED, SelectorReader::podTerm),
        anti.list(PREFERRED, SelectorReader::weightedPodTerm));
  }

  static Optional<NodeSelector> requiredNodes(Fields nodeAffinity) {
    return nodeAffinity.optional(REQUIRED).map(SelectorReader::nodes);
  }

  static List<PreferredSchedulingTerm> preferredNodes(Fields nodeAffinity) {
    return nodeAffinity.list(PREFERRED, SelectorReader::preferredTerm);
  }

  private static PreferredSchedulingTerm preferredTerm(Fields term) {
    return new PreferredSchedulingTerm(weight(term), term(term.object("preference")));
  }

  private static WeightedPodAffinityTerm weightedPodTerm(Fields term) {
    return new WeightedPodAffinityTerm(weight(term), podTerm(term.object("podAffinityTerm")));
  }

  private static int weight(Fields term) {
    return term.integer("weight").orElse(0);
  }

  private static PodAffinityTerm podTerm(Fields term) {
    return new PodAffinityTerm(
        term.optional("labelSelector").map(SelectorReader::labels),
        term.strings("namespaces"),
        term.optional("namespaceSelector").map(SelectorReader::labels),
        term.string("topologyKey"),
        term.strings("matchLabelKeys"),
        term.strings("mismatchLabelKeys"));
  }

  static Toleration toleration(Fields toleration) {
    return new Toleration(
        toleration.string("key"),
        toleration.string("operator"),
        toleration.string("value"),
        toleration.string("effect"));
  }

  static TopologySpreadConstraint spread(Fields constraint) {
    return new TopologySpreadConstraint(
        constraint.integer("maxSkew").orElse(0),
        constraint.string("topologyKey"),
        constraint.string("whenUnsatisfiable"),
        constraint.optional("labelSelector").map(SelectorReader::labels),
        constraint.integer("minDomains"),
        constraint.string("nodeAffinityPolicy"),
        constraint.string("nodeTaintsPolicy"),
        constraint.strings("matchLabelKeys"));
  }
}
