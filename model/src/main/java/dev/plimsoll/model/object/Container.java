package dev.plimsoll.model.object;

import java.util.List;

/**
 * A container of a pod.
 *
 * @param name the name
 * @param resources requests and limits
 * @param ports the ports it declares
 * @param restartPolicy {@code Always} makes an init container a sidecar; empty otherwise
 */
public record Container(
    String name, ResourceRequirements resources, List<ContainerPort> ports, String restartPolicy) {

  /** Makes the ports unmodifiable. */
  public Container {
    ports = List.copyOf(ports);
  }

  /** Returns a container with a name and resources only. */
  public static Container of(String name, ResourceRequirements resources) {
    return new Container(name, resources, List.of(), "");
  }

  /** Returns whether this, as an init container, keeps running beside the regular ones. */
  public boolean isRestartableInit() {
    return restartPolicy.equals("Always");
  }

  /** Returns a copy with other requests and limits. */
  public Container withResources(ResourceRequirements other) {
    return new Container(name, other, ports, restartPolicy);
  }
}
