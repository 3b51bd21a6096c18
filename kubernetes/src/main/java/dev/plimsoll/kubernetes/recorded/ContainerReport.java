package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The kubelet's report on a pod's containers, a sentence each, in the cluster's own words.
 *
 * <p>Sources of the reasons: {@code pkg/kubelet/images/types.go}, {@code
 * pkg/kubelet/container/sync_result.go}, {@code pkg/kubelet/kuberuntime/kuberuntime_container.go}
 * and, of the two that every start goes through, {@code pkg/kubelet/kubelet_pods.go}.
 *
 * @param troubles what keeps containers from running
 * @param remarks what else is worth knowing: those that start, aren't ready or were restarted
 */
public record ContainerReport(List<String> troubles, List<String> remarks) {
  private static final Set<String> STARTING = Set.of("", "ContainerCreating", "PodInitializing");

  public ContainerReport {
    troubles = List.copyOf(troubles);
    remarks = List.copyOf(remarks);
  }

  /** Returns the report on all containers of a pod, init containers first. */
  public static ContainerReport of(Pod pod) {
    List<String> troubles = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    List<ContainerStatus> init = pod.status().initContainerStatuses();
    List<ContainerStatus> regular = pod.status().containerStatuses();
    for (ContainerStatus status : init) {
      add(pod, "init container ", status, troubles, remarks);
    }
    for (ContainerStatus status : regular) {
      add(pod, "container ", status, troubles, remarks);
    }
    return new ContainerReport(troubles, remarks);
  }

  private static void add(
      Pod pod, String what, ContainerStatus status, List<String> troubles, List<String> remarks) {
    String who = what + status.name();
    String before = before(pod, status);
    if (status.state() instanceof ContainerState.Waiting waiting) {
      boolean starts = STARTING.contains(waiting.reason());
      if (!starts || !before.isEmpty()) {
        (starts ? remarks : troubles).add(who + " waits: " + text(waiting) + before);
      } else if (!waiting.reason().equals("PodInitializing")) {
        remarks.add(who + " is being started" + reason(waiting.reason()));
      }
    } else if (status.state() instanceof ContainerState.Terminated ended && !ended.isSuccess()) {
      troubles.add(who + " ended " + end(pod, status.name(), ended) + restarts(status));
    } else if (!before.isEmpty()) {
      remarks.add(who + " runs" + before);
    }
  }

  private static String reason(String reason) {
    return reason.isEmpty() ? "" : ": " + reason;
  }

  private static String text(ContainerState.Waiting waiting) {
    return waiting.message().isEmpty()
        ? waiting.reason()
        : waiting.reason() + ", \"" + waiting.message() + "\"";
  }

  /** Returns how the run before ended; empty for a container that has had one run only. */
  private static String before(Pod pod, ContainerStatus status) {
    Optional<ContainerState.Terminated> last = status.lastTermination();
    return last.map(e -> "; its last run ended " + end(pod, status.name(), e)).orElse("")
        + restarts(status);
  }

  private static String restarts(ContainerStatus status) {
    int count = status.restartCount();
    return count == 0 ? "" : "; restarted " + count + (count == 1 ? " time" : " times");
  }

  private static String end(Pod pod, String container, ContainerState.Terminated ended) {
    StringBuilder text = new StringBuilder("with ");
    text.append(ended.signal() == 0 ? "exit code " + ended.exitCode() : "signal " + ended.signal());
    if (!ended.reason().isEmpty()) {
      text.append(", ").append(ended.reason());
    }
    if (ended.reason().equals("OOMKilled")) {
      memoryLimit(pod, container)
          .ifPresent(limit -> text.append(" (its memory limit is ").append(limit).append(')'));
    }
    if (!ended.message().isEmpty()) {
      text.append(", \"").append(ended.message().strip()).append('"');
    }
    ended.finishedAt().ifPresent(at -> text.append(", at ").append(at));
    return text.toString();
  }

  private static Optional<Quantity> memoryLimit(Pod pod, String container) {
    return Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
        .filter(c -> c.name().equals(container))
        .map(Container::resources)
        .flatMap(r -> r.limits().get(ResourceName.MEMORY).stream())
        .findFirst();
  }
}
