package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Map;

/**
 * A container of a pod.
 *
 * @param name the name
 * @param resources requests and limits
 * @param ports the ports it declares
 * @param restartPolicy {@code Always} makes an init container a sidecar; empty otherwise
 * @param resizePolicy what happens when a resource is resized, by its name: {@code NotRequired} or
 *     {@code RestartContainer}
 * @param security what keeps it apart from its node
 * @param restartsAllContainers whether some of its exits restart all containers of the pod
 */
public record Container(
    String name,
    ResourceRequirements resources,
    List<ContainerPort> ports,
    String restartPolicy,
    Map<String, String> resizePolicy,
    ContainerSecurity security,
    boolean restartsAllContainers) {

  public Container {
    ports = List.copyOf(ports);
    resizePolicy = Map.copyOf(resizePolicy);
  }

  /** Makes a container that leaves to Kubernetes what happens when it is resized. */
  public Container(
      String name,
      ResourceRequirements resources,
      List<ContainerPort> ports,
      String restartPolicy) {
    this(name, resources, ports, restartPolicy, Map.of(), ContainerSecurity.NONE, false);
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
    return new Container(
        name, other, ports, restartPolicy, resizePolicy, security, restartsAllContainers);
  }

  /** Returns a copy with other ports. */
  public Container withPorts(List<ContainerPort> others) {
    return new Container(
        name, resources, others, restartPolicy, resizePolicy, security, restartsAllContainers);
  }

  /** Returns a copy that is resized in another way. */
  public Container withResizePolicy(Map<String, String> other) {
    return new Container(
        name, resources, ports, restartPolicy, other, security, restartsAllContainers);
  }
}
