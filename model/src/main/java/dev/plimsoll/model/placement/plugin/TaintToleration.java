package dev.plimsoll.model.placement.plugin;

import dev.plimsoll.model.placement.FilterPlugin;
import dev.plimsoll.model.placement.NodeSet;
import dev.plimsoll.model.placement.PodInfo;
import dev.plimsoll.model.placement.PreFilterResult;
import dev.plimsoll.model.placement.Rejection;
import dev.plimsoll.model.placement.Snapshot;
import dev.plimsoll.model.placement.Status;

/**
 * Keeps pods from nodes with a NoSchedule or NoExecute taint that they don't tolerate.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go}.
 */
public final class TaintToleration implements FilterPlugin {
  private static final String NAME = "TaintToleration";
  private static final Rejection UNTOLERATED =
      Rejection.unresolvable(NAME, "node(s) had untolerated taint(s)");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo pod, Snapshot snapshot) {
    NodeSet tolerated = snapshot.nodesTolerated(pod.pod().spec().tolerations());
    return tolerated.isAll()
        ? PreFilterResult.skip()
        : PreFilterResult.check(
            node -> tolerated.contains(node) ? Status.Success.SUCCESS : UNTOLERATED);
  }
}
