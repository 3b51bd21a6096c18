package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.karpenter.NodePoolGrowth;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.patch.Manifest;
import dev.plimsoll.model.patch.ObjectDiff;
import dev.plimsoll.model.patch.ObjectPatch;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The commands that make the changes in a real cluster. A patch is the difference between an object
 * before and after all changes, so that it does what was simulated.
 */
public final class ChangeCommands {
  private static final String STOPPED = "kubeflow-resource-stopped";
  private static final String RETRIED_AT = "plimsoll.dev/retried-at";

  private final Cluster before;
  private final Cluster after;
  private final List<KubectlCommand> commands = new ArrayList<>();
  private final Set<String> patched = new HashSet<>();

  private ChangeCommands(Cluster before, Cluster after) {
    this.before = before;
    this.after = after;
  }

  /**
   * Returns the commands, in the order of the changes. Nodes that are to be added have a command
   * only if the limits of Karpenter's NodePool are too low for them.
   */
  public static List<KubectlCommand> of(Cluster cluster, List<Change> changes) {
    Cluster after = cluster;
    for (Change change : changes) {
      after = change.applyTo(after);
    }
    ChangeCommands all = new ChangeCommands(cluster, after);
    changes.forEach(all::add);
    return List.copyOf(all.commands);
  }

  /** Returns the patches among commands. */
  public static List<ObjectPatch> patches(List<KubectlCommand> commands) {
    return commands.stream()
        .filter(KubectlCommand.Patch.class::isInstance)
        .map(c -> ((KubectlCommand.Patch) c).patch())
        .toList();
  }

  private static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Patches a node. A node that is cordoned only for a while gets both commands. */
  private void unschedulable(String name, boolean value) {
    Node now = after.find(Node.class, "", name).orElseThrow();
    boolean isForAWhile = before.find(Node.class, "", name).filter(now::equals).isPresent();
    if (isForAWhile) {
      ObjectDiff.between(now.withUnschedulable(!value), now.withUnschedulable(value))
          .map(KubectlCommand.Patch::new)
          .ifPresent(commands::add);
    } else {
      patch(Node.class, "", name);
    }
  }

  private void add(Change change) {
    if (change instanceof QuotaChange.SetQuota set) {
      patch(ResourceQuota.class, set.namespace(), set.quota());
    } else if (change instanceof QuotaChange.SetClusterQuota set) {
      patch(ClusterResourceQuota.class, "", set.quota());
    } else if (change instanceof QuotaChange.SetPolicy set) {
      commands.add(new KubectlCommand.Patch(set.patch()));
    } else if (change instanceof QuotaChange.SetQueueQuotas set) {
      commands.add(new KubectlCommand.Patch(set.patch()));
    } else if (change instanceof QuotaChange.RemoveQuotaKey key) {
      patch(ResourceQuota.class, key.namespace(), key.quota());
    } else if (change instanceof NodeChange.Uncordon node) {
      unschedulable(node.node(), false);
    } else if (change instanceof NodeChange.AddNodes added) {
      NodePoolGrowth.raised(before, added.like(), added.count())
          .flatMap(
              pool ->
                  before
                      .find(KarpenterNodePool.class, "", pool.name())
                      .flatMap(old -> ObjectDiff.between(old, pool)))
          .map(KubectlCommand.Patch::new)
          .ifPresent(commands::add);
    } else if (change instanceof NodeChange.AddTaint added) {
      commands.add(new KubectlCommand.Taint(added.nodes(), added.taint().text()));
    } else if (change instanceof NodeChange.Cordon node) {
      unschedulable(node.node(), true);
    } else if (change instanceof WorkloadChange.ScaleDown scaled) {
      scaled
          .bounded(before)
          .ifPresent(a -> patch(HorizontalPodAutoscaler.class, a.namespace(), a.name()));
      patch(Workload.class, scaled.smaller().namespace(), scaled.smaller().identity());
    } else if (change instanceof WorkloadChange.Retry retry) {
      commands.add(
          new KubectlCommand.Annotate(
              retry.creator().type(),
              retry.creator().namespace(),
              retry.creator().name(),
              RETRIED_AT,
              text(retry.at())));
    } else if (change instanceof WorkloadChange.StopNotebook stop) {
      commands.add(
          new KubectlCommand.Annotate(
              stop.type(), stop.namespace(), stop.name(), STOPPED, text(stop.at())));
    } else if (change instanceof Change.Apply apply) {
      patch(apply.object().getClass(), apply.object().namespace(), apply.object().identity());
    } else if (change instanceof Change.CopyStorageClass copy) {
      commands.add(new KubectlCommand.Copy(StorageClass.TYPE, copy.like(), copy.name()));
    } else if (change instanceof QuotaChange.RemoveQuota quota) {
      delete(ResourceQuota.TYPE, quota.namespace(), quota.name());
    } else if (change instanceof Change.RemoveLimitRange limitRange) {
      delete(LimitRange.TYPE, limitRange.namespace(), limitRange.name());
    } else if (change instanceof WorkloadChange.DeletePod pod) {
      delete(Pod.TYPE, pod.namespace(), pod.name());
    } else if (change instanceof WorkloadChange.DeleteWorkload deletion) {
      ObjectReference root = deletion.workload().root();
      before.list(Workload.class, root.namespace()).stream()
          .filter(w -> w.name().equals(root.name()) && w.type().kind().equals(root.kind()))
          .map(ApiObject::type)
          .findFirst()
          .or(() -> root.kind().equals("Pod") ? Optional.of(Pod.TYPE) : Optional.empty())
          .ifPresent(type -> delete(type, root.namespace(), root.name()));
    }
  }

  /** Patches an object once, for all changes together. */
  private void patch(Class<? extends ApiObject> type, String namespace, String identity) {
    if (!patched.add(type.getSimpleName() + "/" + namespace + "/" + identity)) {
      return;
    }
    ApiObject now = after.find(type, namespace, identity).orElseThrow();
    Optional<? extends ApiObject> old = before.find(type, namespace, identity);
    if (old.isPresent()) {
      difference(old.get(), now).map(KubectlCommand.Patch::new).ifPresent(commands::add);
    } else {
      Manifest.of(now).map(KubectlCommand.Create::new).ifPresent(commands::add);
    }
  }

  private Optional<ObjectPatch> difference(ApiObject old, ApiObject now) {
    return old instanceof Workload before && now instanceof Workload after
        ? ObjectDiff.between(
            before, after, this.before.controlPlane().enables(FeatureGate.MUTABLE_JOB_RESOURCES))
        : ObjectDiff.between(old, now);
  }

  private void delete(GroupVersionKind type, String namespace, String name) {
    commands.add(new KubectlCommand.Delete(type, namespace, name));
  }
}
