package dev.plimsoll.examples.library;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Prints whether pods would be admitted to a cluster, and which nodes would take each pod. */
public final class WouldItRun {
  private WouldItRun() {}

  /** Takes a file of the cluster and a file of the pods. */
  public static void main(String[] files) {
    System.exit(run(System.out, System.err, files));
  }

  static int run(PrintStream out, PrintStream err, String... files) {
    if (files.length != 2) {
      err.println("error: name a file of the cluster and a file of the pods");
      return 2;
    }
    try {
      Cluster cluster = SnapshotReader.read(List.of(Path.of(files[0])), read -> {});
      List<Pod> pods =
          Manifests.read(Path.of(files[1])).stream()
              .filter(Pod.class::isInstance)
              .map(Pod.class::cast)
              .toList();
      if (pods.isEmpty()) {
        err.println("error: " + files[1] + " holds no object of kind Pod");
        return 2;
      }
      pods.forEach(pod -> out.println(pod.name() + ": " + answer(cluster, pod)));
      return 0;
    } catch (InputException e) {
      err.println("error: " + e.getMessage());
      return 2;
    }
  }

  private static String answer(Cluster cluster, Pod pod) {
    AdmissionReport report = AdmissionChain.standard().admit(cluster, AdmissionRequest.create(pod));
    if (!report.isKnown()) {
      return "unknown, because " + report.unread().message();
    }
    if (!report.allowed()) {
      return "denied: " + report.message();
    }
    Pod stored = (Pod) report.object();
    Snapshot nodes = Snapshot.of(report.cluster());
    ScheduleResult result = DefaultPlugins.scheduler().schedule(nodes, stored);
    return "admitted; " + placement(result);
  }

  private static String placement(ScheduleResult result) {
    if (result instanceof ScheduleResult.Feasible feasible) {
      return "these nodes take the pod: " + String.join(", ", feasible.nodes());
    }
    return result instanceof ScheduleResult.Unknown unknown
        ? "unknown placement, because " + unknown.unread().message()
        : "pending: " + result.message();
  }
}
