package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import java.util.ArrayList;
import java.util.List;

/** Reads what kubelets report of containers. */
final class ContainerStatusReader {
  private ContainerStatusReader() {}

  static ContainerStatus read(Fields status) {
    return new ContainerStatus(
        status.string("name"),
        status.optional("resources").map(PodReader::requirements),
        status.resources("allocatedResources"),
        state(status.object("state")),
        status.object("lastState").optional("terminated").map(ContainerStatusReader::terminated),
        status.integer("restartCount").orElse(0),
        status.bool("ready"),
        unhealthyDevices(status));
  }

  private static List<ContainerStatus.UnhealthyDevice> unhealthyDevices(Fields status) {
    List<ContainerStatus.UnhealthyDevice> unhealthy = new ArrayList<>();
    for (Fields resource : status.list("allocatedResourcesStatus", r -> r)) {
      for (Fields device : resource.list("resources", d -> d)) {
        if (device.string("health").equals("Unhealthy")) {
          unhealthy.add(
              new ContainerStatus.UnhealthyDevice(
                  resource.string("name"), device.string("resourceID"), device.string("message")));
        }
      }
    }
    return unhealthy;
  }

  private static ContainerState state(Fields state) {
    if (state.has("waiting")) {
      Fields waiting = state.object("waiting");
      return new ContainerState.Waiting(waiting.string("reason"), waiting.string("message"));
    }
    if (state.has("terminated")) {
      return terminated(state.object("terminated"));
    }
    return state.has("running") ? new ContainerState.Running() : new ContainerState.Unreported();
  }

  private static ContainerState.Terminated terminated(Fields terminated) {
    return new ContainerState.Terminated(
        terminated.integer("exitCode").orElse(0),
        terminated.integer("signal").orElse(0),
        terminated.string("reason"),
        terminated.string("message"),
        terminated.time("finishedAt"));
  }
}
