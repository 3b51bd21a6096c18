package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.Supplier;

/**
 * Why no node of a snapshot fits a pod.
 *
 * <p>Sources: {@code FitError} in {@code pkg/scheduler/framework/types.go} and {@code
 * findNodesThatFitPod} in {@code pkg/scheduler/schedule_one.go}.
 */
public final class Diagnosis {
  private static final Supplier<Optional<RejectionDetail>> NO_DETAIL = Optional::empty;

  private final Snapshot snapshot;
  private final PodInfo pod;
  private final PreFilterRun preFilterRun;
  private final FilterChain chain;
  private final Rejection[] rejections;

  Diagnosis(
      Snapshot snapshot,
      PodInfo pod,
      PreFilterRun preFilterRun,
      FilterChain chain,
      Rejection[] rejections) {
    this.snapshot = snapshot;
    this.pod = pod;
    this.preFilterRun = preFilterRun;
    this.chain = chain;
    this.rejections = rejections;
  }

  /** Returns the snapshot. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /** Returns the pod. */
  public PodInfo pod() {
    return pod;
  }

  /** Returns the filters; meaningless where the pod was rejected before they were complete. */
  public FilterChain chain() {
    return chain;
  }

  /** Returns whether the plug-in ran before the pod was rejected as a whole. */
  public boolean ran(String plugin) {
    return preFilterRun.ran(plugin);
  }

  /** Returns why the node was rejected. */
  public Rejection rejection(NodeInfo node) {
    return rejections[node.index()];
  }

  /** Returns the nodes rejected with a code. */
  public List<NodeInfo> nodes(Rejection.Code code) {
    List<NodeInfo> rejected = new ArrayList<>(rejections.length);
    for (int i = 0; i < rejections.length; i++) {
      if (rejections[i].code() == code) {
        rejected.add(snapshot.node(i));
      }
    }
    return rejected;
  }

  /** Returns why the pod was rejected before any node was looked at. */
  public Optional<Rejection> preFilter() {
    return preFilterRun.rejection();
  }

  List<String> assumptions() {
    return preFilterRun.assumptions();
  }

  FitError fitError() {
    FitError error = new FitError(rejections.length);
    preFilter().ifPresent(r -> error.preFilter(r.message()));
    boolean countsExcluded = snapshot.cluster().controlPlane().isAtLeast(KubernetesVersion.V1_32);
    for (int i = 0; i < rejections.length; i++) {
      if (countsExcluded || preFilterRun.isCandidate(snapshot.node(i))) {
        error.count(rejections[i]);
      }
    }
    return error;
  }

  private Optional<RejectionDetail> detail(NodeInfo node) {
    return preFilterRun.isCandidate(node) ? chain.detail(node, rejection(node)) : Optional.empty();
  }

  List<NodeDiagnosis> nodeDiagnoses() {
    return new NodeDiagnoses();
  }

  private final class NodeDiagnoses extends AbstractList<NodeDiagnosis> implements RandomAccess {
    private final boolean haveDetails = preFilter().isEmpty() && chain.hasDetails();

    @Override
    public int size() {
      return rejections.length;
    }

    @Override
    public NodeDiagnosis get(int index) {
      NodeInfo node = snapshot.node(index);
      return new NodeDiagnosis(
          node.node(), rejections[index], haveDetails ? () -> detail(node) : NO_DETAIL);
    }
  }
}
