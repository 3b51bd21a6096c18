package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.QuotaChange;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.List;

/** The options of {@code plimsoll whatif} that make changes. */
final class WhatifOptions {
  private WhatifOptions() {}

  /** Returns the options, none unless each change has one. */
  static List<String> of(List<Change> changes) {
    List<String> options = new ArrayList<>();
    for (Change change : withoutCordons(changes)) {
      List<String> option = option(change);
      if (option.isEmpty()) {
        return List.of();
      }
      options.addAll(option);
    }
    return options;
  }

  /** Leaves out nodes that are cordoned only for a while. */
  private static List<Change> withoutCordons(List<Change> changes) {
    return changes.stream()
        .filter(
            c ->
                !(c instanceof NodeChange.Cordon on
                        && changes.contains(new NodeChange.Uncordon(on.node())))
                    && !(c instanceof NodeChange.Uncordon off
                        && changes.contains(new NodeChange.Cordon(off.node()))))
        .toList();
  }

  private static List<String> option(Change change) {
    if (change instanceof QuotaChange.SetQuota set) {
      return quota(set.namespace(), set.quota(), set.key() + "=" + set.value());
    }
    if (change instanceof QuotaChange.RemoveQuotaKey removed) {
      return quota(removed.namespace(), removed.quota(), removed.key() + "-");
    }
    if (change instanceof NodeChange.Uncordon node) {
      return List.of("--uncordon", node.node());
    }
    if (change instanceof NodeChange.AddNodes nodes) {
      return List.of("--add-nodes", nodes.like() + "=" + nodes.count());
    }
    return change instanceof WorkloadChange.DeletePod pod
        ? List.of("--delete-pod", pod.namespace() + "/" + pod.name())
        : List.of();
  }

  private static List<String> quota(String namespace, String name, String limit) {
    return List.of("--set-quota", namespace + "/" + name + ":" + limit);
  }
}
