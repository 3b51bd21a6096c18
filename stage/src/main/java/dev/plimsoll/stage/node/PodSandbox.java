package dev.plimsoll.stage.node;

import java.io.IOException;

/**
 * The network namespace of one pod.
 *
 * @param name as {@code ip netns} has it
 * @param link its interface on the stage's side
 * @param address its address
 */
public record PodSandbox(String name, String link, String address) {

  /** Returns the file by which others enter it. */
  String file() {
    return "/run/netns/" + name;
  }

  /** Cuts the pod from the network, or connects it again. */
  public void connect(boolean connected) throws IOException, InterruptedException {
    Shell.require("ip", "link", "set", link, connected ? "up" : "down");
  }

  /** Removes it. */
  void remove() throws IOException, InterruptedException {
    Shell.require("ip", "netns", "del", name);
  }
}
