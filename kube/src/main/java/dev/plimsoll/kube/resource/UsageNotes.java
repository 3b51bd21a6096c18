package dev.plimsoll.kube.resource;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.model.usage.IdlePods;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Tells which usage of devices isn't known, although somebody asked for it. */
public final class UsageNotes {
  private static final int NAMED = 5;

  private UsageNotes() {}

  /** Returns the cluster with the usage of its pods, and with a sentence about unknown usage. */
  public static Cluster measured(Cluster cluster, MeasuredUsage usage) {
    MeasuredUsage own =
        usage.only(p -> cluster.find(Pod.class, p.namespace(), p.name()).isPresent());
    List<String> omissions = new ArrayList<>(cluster.omissions());
    List<Pod> unmeasured = IdlePods.unmeasured(cluster, own);
    if (own.pods().isEmpty() && !usage.pods().isEmpty()) {
      omissions.add(
          "Prometheus has usage of "
              + Counted.of(usage.pods().size(), "pod")
              + ", and this cluster has no pod of these names: whether devices are idle isn't"
              + " known.");
    } else if (!unmeasured.isEmpty()) {
      omissions.add(
          "Usage of devices isn't known for "
              + Counted.of(unmeasured.size(), "pod")
              + ", so "
              + Counted.verb(unmeasured.size(), "it is", "they are")
              + " not called idle: "
              + unmeasured.stream().limit(NAMED).map(Pod::key).collect(Collectors.joining(", "))
              + (unmeasured.size() > NAMED ? " and " + (unmeasured.size() - NAMED) + " more" : "")
              + ".");
    }
    return cluster.withUsage(own).withOmissions(omissions);
  }
}
