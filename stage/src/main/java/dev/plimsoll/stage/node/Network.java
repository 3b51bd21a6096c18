package dev.plimsoll.stage.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The network of the pods: a bridge, and a network namespace with an address for each pod. All of
 * it is inside the network namespace that the stage runs in, and ends with it.
 */
public final class Network {
  /** The address of the bridge, where the control plane listens. */
  public static final String GATEWAY = "10.77.0.1";

  private static final String BRIDGE = "stage0";

  /** Of all clusters of this process: they share the bridge. */
  private static final AtomicInteger LAST = new AtomicInteger(1);

  /** Makes the bridge, unless it is there. */
  public void create() throws IOException, InterruptedException {
    if (Shell.run(List.of("ip", "link", "show", BRIDGE), Map.of()).isSuccess()) {
      return;
    }
    Shell.require("ip", "link", "set", "lo", "up");
    Shell.require("ip", "link", "add", BRIDGE, "type", "bridge");
    Shell.require("ip", "address", "add", GATEWAY + "/16", "dev", BRIDGE);
    Shell.require("ip", "link", "set", BRIDGE, "up");
  }

  /** Makes the network namespace of a pod. */
  PodSandbox add() throws IOException, InterruptedException {
    int number = LAST.incrementAndGet();
    String name = "pod" + number;
    String outside = "veth" + number;
    String address = "10.77." + number / 250 + "." + (number % 250 + 2);
    Shell.require("ip", "netns", "add", name);
    Shell.require(
        "ip", "link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", name);
    Shell.require("ip", "link", "set", outside, "master", BRIDGE, "up");
    Shell.require("ip", "-n", name, "address", "add", address + "/16", "dev", "eth0");
    Shell.require("ip", "-n", name, "link", "set", "eth0", "up");
    Shell.require("ip", "-n", name, "link", "set", "lo", "up");
    Shell.require("ip", "-n", name, "route", "add", "default", "via", GATEWAY);
    return new PodSandbox(name, outside, address);
  }

  /** Gives the loopback interface of the stage the address of a Service. */
  static void serve(String address) throws IOException, InterruptedException {
    Shell.require("ip", "address", "replace", address + "/32", "dev", "lo");
  }
}
