package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ContainerPort;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.List;

/**
 * A port taken on a node.
 *
 * <p>Source: {@code HostPortInfo} in {@code staging/src/k8s.io/kube-scheduler/framework/types.go},
 * {@code GetHostPorts} in {@code pkg/scheduler/util/utils.go}.
 *
 * @param ip the address, {@code 0.0.0.0} for all
 * @param protocol {@code TCP}, {@code UDP} or {@code SCTP}
 * @param port the number
 */
public record HostPort(String ip, String protocol, int port) {
  private static final String ALL_ADDRESSES = "0.0.0.0";

  /** Fills in what is empty. */
  public HostPort {
    ip = ip.isEmpty() ? ALL_ADDRESSES : ip;
    protocol = protocol.isEmpty() ? "TCP" : protocol;
  }

  /** Returns the host ports of a pod's regular containers and sidecars. */
  public static List<HostPort> of(Pod pod) {
    List<HostPort> ports = new ArrayList<>(0);
    for (Container container : pod.spec().initContainers()) {
      if (container.isRestartableInit()) {
        addPorts(container, ports);
      }
    }
    for (Container container : pod.spec().containers()) {
      addPorts(container, ports);
    }
    return List.copyOf(ports);
  }

  private static void addPorts(Container container, List<HostPort> ports) {
    for (ContainerPort port : container.ports()) {
      if (port.hostPort() > 0) {
        ports.add(new HostPort(port.hostIp(), port.protocol(), port.hostPort()));
      }
    }
  }

  /** Returns whether only one of both can be taken on a node. */
  public boolean conflictsWith(HostPort other) {
    return port == other.port
        && protocol.equals(other.protocol)
        && (ip.equals(other.ip) || ip.equals(ALL_ADDRESSES) || other.ip.equals(ALL_ADDRESSES));
  }
}
