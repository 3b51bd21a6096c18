package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Affinity.PreferredSchedulingTerm;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.NodeLocalFilter;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSelectors;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSet;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps pods from nodes that their node selector or required node affinity doesn't match. Where
 * every term names its nodes, no others are looked at. Prefers nodes that preferred terms match.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go}.
 */
public final class NodeAffinity implements FilterPlugin, ScorePlugin {
  private static final String NAME = "NodeAffinity";
  private static final Rejection MISMATCH =
      Rejection.unresolvable(NAME, "node(s) didn't match Pod's node affinity/selector");
  private static final Rejection CONFLICT =
      Rejection.unresolvable(NAME, "pod affinity terms conflict");

  private static final Rejection ENFORCED =
      Rejection.unresolvable(NAME, "node(s) didn't match scheduler-enforced node affinity");

  private final Optional<NodeSelector> addedTerms;
  private final List<PreferredSchedulingTerm> addedPreferred;

  /** Makes the plug-in as it comes. */
  public NodeAffinity() {
    this(Optional.empty(), List.of());
  }

  /**
   * Makes the plug-in with its arguments.
   *
   * @param addedTerms what a node must match for any pod; absent for nothing
   * @param addedPreferred which nodes are preferred for any pod
   */
  public NodeAffinity(
      Optional<NodeSelector> addedTerms, List<PreferredSchedulingTerm> addedPreferred) {
    this.addedTerms = addedTerms;
    this.addedPreferred = List.copyOf(addedPreferred);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo pod, Snapshot snapshot) {
    RequiredNodeAffinity required = RequiredNodeAffinity.of(pod.pod());
    if (required.isEmpty() && addedTerms.isEmpty()) {
      return PreFilterResult.skip();
    }
    NodeFilter filter =
        new Matching(
            snapshot.nodesMatching(required),
            addedTerms.map(
                terms ->
                    snapshot.nodesMatching(
                        new RequiredNodeAffinity(Map.of(), Optional.of(terms)))));
    Optional<Set<String>> named = required.terms().flatMap(NodeAffinity::namedNodes);
    if (named.isEmpty()) {
      return PreFilterResult.check(filter);
    }
    return named.get().isEmpty()
        ? new PreFilterResult.Reject(CONFLICT)
        : new PreFilterResult.Narrow(filter, named.get());
  }

  @Override
  public long[] score(PodInfo pod, Snapshot snapshot, List<NodeInfo> nodes) {
    List<PreferredSchedulingTerm> preferred =
        Stream.concat(
                pod.pod().spec().affinity().preferredNodes().stream(), addedPreferred.stream())
            .toList();
    if (preferred.isEmpty()) {
      return new long[0];
    }
    long[] scores = new long[nodes.size()];
    for (int i = 0; i < scores.length; i++) {
      for (PreferredSchedulingTerm term : preferred) {
        scores[i] +=
            NodeSelectors.matches(term.preference(), nodes.get(i).node()) ? term.weight() : 0;
      }
    }
    return ScorePlugin.normalized(scores);
  }

  private record Matching(NodeSet nodes, Optional<NodeSet> enforced) implements NodeLocalFilter {
    @Override
    public Status filter(NodeInfo node) {
      if (enforced.isPresent() && !enforced.get().contains(node)) {
        return ENFORCED;
      }
      return nodes.contains(node) ? Status.Success.SUCCESS : MISMATCH;
    }
  }

  private static Optional<Set<String>> namedNodes(NodeSelector selector) {
    if (selector.terms().isEmpty()) {
      return Optional.empty();
    }
    Set<String> named = new HashSet<>();
    for (Term term : selector.terms()) {
      List<Set<String>> names =
          term.matchFields().stream()
              .filter(NodeAffinity::namesNodes)
              .map(r -> Set.copyOf(new HashSet<>(r.values())))
              .toList();
      if (names.isEmpty()) {
        return Optional.empty();
      }
      Set<String> common = new HashSet<>(names.get(0));
      names.forEach(common::retainAll);
      named.addAll(common);
    }
    return Optional.of(named);
  }

  private static boolean namesNodes(Requirement requirement) {
    return requirement.key().equals("metadata.name") && requirement.operator().equals("In");
  }
}
