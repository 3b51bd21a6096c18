package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * All filters of one pod, in order. Immutable.
 *
 * <p>Source: {@code RunFilterPluginsWithNominatedPods} in {@code
 * pkg/scheduler/framework/runtime/framework.go}.
 */
public final class FilterChain {
  private final Snapshot snapshot;
  private final PodInfo pod;
  private final NodeFilter[] filters;

  FilterChain(Snapshot snapshot, PodInfo pod, List<NodeFilter> filters) {
    this(snapshot, pod, filters.toArray(NodeFilter[]::new));
  }

  private FilterChain(Snapshot snapshot, PodInfo pod, NodeFilter[] filters) {
    this.snapshot = snapshot;
    this.pod = pod;
    this.filters = filters;
  }

  /**
   * Returns whether the pod may go to the node: the status of the first filter that rejects it.
   * Where pods of the same or a higher priority are nominated for the node, it must fit with and
   * without them.
   */
  public Status filter(NodeInfo node) {
    if (snapshot.nominatedFor(node).isEmpty()) {
      return run(node);
    }
    Occupied occupied = occupied(node);
    Status status = occupied.chain().run(occupied.node());
    return status.isSuccess() && occupied.node() != node ? run(node) : status;
  }

  /** Returns the status of each of the snapshot's nodes; equal filters share them. */
  FilterOutcome filterAll(PreFilterRun preFilterRun) {
    if (!isShared(preFilterRun)) {
      return new FilterOutcome(filterEach(preFilterRun));
    }
    List<NodeFilter> rule = rule();
    return snapshot.remembered(
        new FilterRule(rule),
        () ->
            new FilterOutcome(
                snapshot.filterResults(rule, this::run, new Status[snapshot.nodes().size()])));
  }

  /** Returns whether the statuses depend on each node and on the filters alone. */
  boolean isShared(PreFilterRun preFilterRun) {
    return !preFilterRun.isNarrowed() && !snapshot.hasNominated() && preFilterRun.isLocal();
  }

  /** Returns the filters; equal filters give equal statuses. */
  List<NodeFilter> rule() {
    return List.of(filters);
  }

  private record FilterRule(List<NodeFilter> filters) {}

  private Status[] filterEach(PreFilterRun preFilterRun) {
    List<NodeInfo> nodes = snapshot.nodes();
    Status[] all = new Status[nodes.size()];
    for (int i = 0; i < all.length; i++) {
      NodeInfo node = nodes.get(i);
      all[i] = preFilterRun.isCandidate(node) ? filter(node) : preFilterRun.exclusion();
    }
    return all;
  }

  /** Returns the chain for the case that another pod were on the node, which already shows it. */
  public FilterChain with(PodInfo added, NodeInfo node) {
    NodeFilter[] changed = new NodeFilter[filters.length];
    for (int i = 0; i < filters.length; i++) {
      changed[i] = filters[i].with(added, node);
    }
    return new FilterChain(snapshot, pod, changed);
  }

  /** Returns the chain for the case that a pod were not on the node, which already shows that. */
  public FilterChain without(PodInfo removed, NodeInfo node) {
    NodeFilter[] changed = new NodeFilter[filters.length];
    for (int i = 0; i < filters.length; i++) {
      changed[i] = filters[i].without(removed, node);
    }
    return new FilterChain(snapshot, pod, changed);
  }

  private Status run(NodeInfo node) {
    for (NodeFilter filter : filters) {
      Status status = filter.filter(node);
      if (!status.isSuccess()) {
        return status;
      }
    }
    return Status.Success.SUCCESS;
  }

  /** Returns whether a filter can have details beyond its reasons. */
  boolean hasDetails() {
    return Arrays.stream(filters).anyMatch(NodeFilter::hasDetails);
  }

  /** Returns details, beyond its reasons, from the filter that rejected the node. */
  Optional<RejectionDetail> detail(NodeInfo node, Rejection rejection) {
    return Arrays.stream(filters).flatMap(f -> f.detail(node, rejection).stream()).findFirst();
  }

  private Occupied occupied(NodeInfo node) {
    NodeInfo occupied = node;
    FilterChain chain = this;
    for (PodInfo nominated : snapshot.nominatedFor(node)) {
      if (nominated.priority() >= pod.priority() && !nominated.isSameAs(pod.pod())) {
        occupied = occupied.with(nominated);
        chain = chain.with(nominated, occupied);
      }
    }
    return new Occupied(occupied, chain);
  }

  private record Occupied(NodeInfo node, FilterChain chain) {}
}
