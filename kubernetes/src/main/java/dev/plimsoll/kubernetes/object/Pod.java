package dev.plimsoll.kubernetes.object;

/**
 * A pod.
 *
 * @param metadata name, namespace, labels and the like
 * @param spec the desired state
 * @param status what has become of it
 */
public record Pod(ObjectMeta metadata, PodSpec spec, PodStatus status) implements ApiObject {

  /** The kind of pods. */
  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "Pod");

  /** The plural of pods. */
  public static final GroupResource RESOURCE = new GroupResource("", "pods");

  /** The annotation of a mirror pod, which shows a pod that a kubelet runs from a file. */
  public static final String MIRROR_ANNOTATION = "kubernetes.io/config.mirror";

  /** The prefix of the old AppArmor annotations; the name of a container follows. */
  public static final String APP_ARMOR_ANNOTATION =
      "container.apparmor.security.beta.kubernetes.io/";

  /** The annotation that set the seccomp profile of old. */
  public static final String SECCOMP_ANNOTATION = "seccomp.security.alpha.kubernetes.io/pod";

  /** The prefix of the old seccomp annotations for containers; the name of a container follows. */
  public static final String CONTAINER_SECCOMP_ANNOTATION =
      "container.seccomp.security.alpha.kubernetes.io/";

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }

  /** Returns whether the pod has ended: its phase is Succeeded or Failed. */
  public boolean isTerminal() {
    return status.phase().equals("Succeeded") || status.phase().equals("Failed");
  }

  /** Returns whether the pod has been given a node. */
  public boolean isBound() {
    return !spec.nodeName().isEmpty();
  }

  /** Returns whether the pod's condition Ready is true, so that Services have it as an endpoint. */
  public boolean isReady() {
    return status.condition("Ready").filter(c -> c.status().equals("True")).isPresent();
  }

  /** Returns whether this only shows a pod that a kubelet runs from a file of its own. */
  public boolean isMirror() {
    return metadata.annotations().containsKey(MIRROR_ANNOTATION);
  }

  /** Returns whether the pod is being deleted. */
  public boolean isTerminating() {
    return metadata.deletionTimestamp().isPresent();
  }

  /** Returns {@code namespace/name}. */
  public String key() {
    return namespace() + "/" + name();
  }

  /** Returns a copy with other metadata. */
  public Pod withMetadata(ObjectMeta other) {
    return new Pod(other, spec, status);
  }

  /** Returns a copy with another spec. */
  public Pod withSpec(PodSpec other) {
    return new Pod(metadata, other, status);
  }

  /** Returns a copy with another status. */
  public Pod withStatus(PodStatus other) {
    return new Pod(metadata, spec, other);
  }
}
