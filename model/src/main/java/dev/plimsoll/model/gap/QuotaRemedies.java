package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The remedies that change quotas and nodes, in words, as commands, and tried. */
final class QuotaRemedies {
  private static final int PODS_TRIED = 50;

  private QuotaRemedies() {}

  /** Raises a quota to what is used of it, so that it tells the truth again. */
  static Remedy raiseToUsage(ResourceQuota quota, ResourceName key, Quantity used) {
    return set(
        quota,
        key,
        used,
        "raise " + key + " of quota " + quota.name() + " to what is used, " + used,
        true,
        "the quota covers what runs; further pods are still refused");
  }

  /** Raises one ceiling without a trial of pods. */
  static Remedy raise(ResourceQuota quota, ResourceName key, Quantity hard) {
    return set(
        quota,
        key,
        hard,
        "raise " + key + " of quota " + quota.name() + " to " + hard,
        true,
        "the quotas agree, and either can be removed");
  }

  /** Lowers a ceiling to what the nodes have, but not below what is used. */
  static List<Remedy> lowerTo(ResourceQuota quota, ResourceName key, Quantity capacity) {
    Quantity used = quota.status().used().getOrZero(key);
    Quantity hard = Quantity.max(capacity, used);
    return List.of(
        set(
            quota,
            key,
            hard,
            "lower " + key + " of quota " + quota.name() + " to " + hard,
            true,
            "pods beyond what the nodes have are refused at once instead of waiting"));
  }

  /** Sets one ceiling. */
  static Remedy set(
      ResourceQuota quota,
      ResourceName key,
      Quantity hard,
      String action,
      boolean helps,
      String result) {
    return new Remedy(
        action,
        Optional.of(patchCommand(quota.namespace(), quota.name(), key, hard)),
        Optional.of("spec:\n  hard:\n    " + key + ": \"" + hard + "\"\n"),
        List.of("--set-quota", quota.namespace() + "/" + quota.name() + ":" + key + "=" + hard),
        helps,
        result);
  }

  static String patchCommand(String namespace, String quota, ResourceName key, Quantity hard) {
    return "kubectl patch resourcequota "
        + quota
        + " -n "
        + namespace
        + " --type=merge -p '{\"spec\":{\"hard\":{\""
        + key
        + "\":\""
        + hard
        + "\"}}}'";
  }

  /** Divides what the nodes have in proportion to the present ceilings, none below its usage. */
  static List<Remedy> divide(
      DetectionContext detectionContext, ResourceName resource, Map<String, Quantity> ceilings) {
    List<Change> changes = ProportionalQuotas.of(detectionContext, resource, ceilings);
    if (changes.isEmpty()) {
      return List.of();
    }
    List<String> options = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (Change change : changes) {
      if (change instanceof Change.SetQuota set) {
        options.add("--set-quota");
        options.add(set.namespace() + "/" + set.quota() + ":" + set.key() + "=" + set.value());
        words.add(set.namespace() + " " + set.value());
      }
    }
    return List.of(
        new Remedy(
            "divide what the nodes have in proportion to the present quotas: "
                + String.join(", ", words),
            Optional.empty(),
            Optional.empty(),
            options,
            true,
            "the quotas add up to what nodes that take pods have"));
  }

  /** Uncordons a node and places the pods that wait. */
  static Remedy uncordon(DetectionContext detectionContext, Node node) {
    List<Pod> waiting =
        detectionContext.unschedulablePods().stream()
            .filter(UnschedulablePods::exists)
            .flatMap(w -> w.pods().stream())
            .limit(PODS_TRIED)
            .toList();
    Change change = new Change.Uncordon(node.name());
    SimulationRun simulationRun =
        SimulationRun.place(detectionContext.simulation().with(change), waiting);
    String result =
        waiting.isEmpty()
            ? "no pod waits for it now"
            : "of "
                + waiting.size()
                + " pending pods "
                + simulationRun.placed()
                + " would be placed";
    return new Remedy(
        "uncordon node " + node.name() + ", if nothing is being repaired on it",
        Optional.of("kubectl uncordon " + node.name()),
        Optional.empty(),
        List.of("--uncordon", node.name()),
        true,
        result);
  }
}
