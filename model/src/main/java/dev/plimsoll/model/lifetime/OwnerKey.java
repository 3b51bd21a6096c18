package dev.plimsoll.model.lifetime;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/**
 * The owner whose pods are taken to run alike. The owner is a CronJob, a step of a workflow, a Job,
 * or a bare pod by its name without the generated part.
 *
 * @param namespace the namespace
 * @param kind the kind of the owner, {@code Pod} for a pod without one
 * @param name the name without its generated part
 */
public record OwnerKey(String namespace, String kind, String name) implements Comparable<OwnerKey> {
  private static final Comparator<OwnerKey> ORDER =
      Comparator.comparing(OwnerKey::namespace)
          .thenComparing(OwnerKey::kind)
          .thenComparing(OwnerKey::name);

  /** The kinds whose pods end only by rollouts and scaling; mirror pods belong to their node. */
  private static final Set<String> SERVICES =
      Set.of(
          "Deployment",
          "ReplicaSet",
          "ReplicationController",
          "StatefulSet",
          "DaemonSet",
          "Node",
          "DeploymentConfig",
          "Rollout");

  /** The characters of the suffixes that the API server generates. */
  private static final String GENERATED = "bcdfghjklmnpqrstvwxz2456789";

  private static final int GENERATED_LENGTH = 5;
  private static final int HASH_LENGTH = 8;

  /** Returns the owner of a pod. Owners of its Job are looked up in the cluster. */
  public static OwnerKey of(Pod pod, Cluster cluster) {
    Optional<OwnerReference> controller = pod.metadata().controller();
    if (controller.isEmpty()) {
      String generated = pod.metadata().generateName();
      return new OwnerKey(
          pod.namespace(), "Pod", stem(generated.isEmpty() ? pod.name() : generated));
    }
    OwnerReference owner = controller.get();
    ObjectReference reference =
        new ObjectReference(owner.kind(), pod.namespace(), owner.name(), "");
    Optional<OwnerReference> above =
        owner.kind().equals("Job")
            ? cluster
                .find(
                    Workload.class,
                    pod.namespace(),
                    Workload.identity(
                        new dev.plimsoll.kubernetes.object.GroupResource("batch", "jobs"),
                        reference.name()))
                .flatMap(w -> w.metadata().controller())
            : Optional.empty();
    OwnerReference outermost = above.orElse(owner);
    boolean isNamed = SERVICES.contains(outermost.kind()) || outermost.kind().equals("CronJob");
    return new OwnerKey(
        pod.namespace(), outermost.kind(), isNamed ? outermost.name() : stem(outermost.name()));
  }

  /** Returns whether pods of this owner end only by rollouts and scaling. */
  public boolean isService() {
    return SERVICES.contains(kind);
  }

  /** Returns a name without its generated part; the whole name if nothing else is left. */
  static String stem(String name) {
    int length = name.length();
    while (true) {
      int less = length;
      while (less > 0 && isDigit(name.charAt(less - 1))) {
        less--;
      }
      less = less == length ? beforeSuffix(name, length) : less;
      while (less > 0 && isSeparator(name.charAt(less - 1))) {
        less--;
      }
      if (less == 0 || less == length) {
        return name.substring(0, length);
      }
      length = less;
    }
  }

  /** Returns where a generated suffix or a hash begins; the length where there is none. */
  private static int beforeSuffix(String name, int length) {
    int from = length;
    boolean isGenerated = true;
    boolean isHash = true;
    while (from > 0 && !isSeparator(name.charAt(from - 1))) {
      from--;
      char each = name.charAt(from);
      isGenerated &= GENERATED.indexOf(each) >= 0;
      isHash &= isDigit(each) || (each >= 'a' && each <= 'f');
    }
    boolean isSuffix =
        (isGenerated && length - from == GENERATED_LENGTH)
            || (isHash && length - from >= HASH_LENGTH);
    return from > 0 && isSuffix ? from : length;
  }

  private static boolean isDigit(char each) {
    return each >= '0' && each <= '9';
  }

  private static boolean isSeparator(char each) {
    return each == '-' || each == '.' || each == '_';
  }

  @Override
  public int compareTo(OwnerKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return kind.toLowerCase(java.util.Locale.ROOT) + "/" + name;
  }
}
