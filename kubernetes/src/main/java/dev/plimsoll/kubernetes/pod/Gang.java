package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Pods that run together or not at all. Only pods that say so are a gang: they carry the size, as
 * an annotation or a label, or name a group that has one, since a Job, say, is not one by itself.
 *
 * @param namespace the pods' namespace
 * @param name what they have in common: the name that they carry; else that of their JobSet or of
 *     their PodGroup; else kind and name of the object that manages them
 * @param size how many of them must run, as they say themselves
 * @param podGroup the group that says so if they don't, and does if any must run together
 * @param job the Job that manages them and whose parallelism is the size, if they say that
 * @param controller the UID of the object that manages them and gives them the name, so that
 *     another object of the name has another gang; empty if the pods carry the name, or if a group
 *     or a Job has the size
 */
public record Gang(
    String namespace,
    String name,
    OptionalInt size,
    Optional<PodGroupReference> podGroup,
    Optional<OwnerReference> job,
    String controller)
    implements Comparable<Gang> {
  private static final Comparator<Gang> ORDER =
      Comparator.comparing(Gang::namespace)
          .thenComparing(Gang::name)
          .thenComparingInt(g -> g.size().orElse(0))
          .thenComparing(g -> g.podGroup().map(PodGroupReference::toString).orElse(""))
          .thenComparing(g -> g.job().map(OwnerReference::uid).orElse(""))
          .thenComparing(Gang::controller);

  /** The annotation or label with the size: a whole number above 1, or {@link #PARALLELISM}. */
  public static final String SIZE = "plimsoll.dev/group-size";

  /** The size that means as many pods as the Job of the pod runs at a time. */
  public static final String PARALLELISM = "parallelism";

  /** The annotation or label with the name, unique in the namespace. */
  public static final String NAME = "plimsoll.dev/group";

  private static final String JOB_SET = "jobset.sigs.k8s.io/jobset-name";
  private static final Pattern SIZES = Pattern.compile("[1-9][0-9]{0,5}");

  /** Returns a gang whose pods carry its size. */
  public static Gang ofSize(String namespace, String name, int size) {
    return new Gang(namespace, name, OptionalInt.of(size), Optional.empty(), Optional.empty(), "");
  }

  /** Returns a gang whose pods carry its size, and that has the name of their controller. */
  public static Gang ofSize(String namespace, OwnerReference controller, int size) {
    return new Gang(
        namespace,
        name(controller),
        OptionalInt.of(size),
        Optional.empty(),
        Optional.empty(),
        controller.uid());
  }

  /** Returns a gang with the size of its group. */
  public static Gang of(String namespace, PodGroupReference podGroup) {
    return new Gang(
        namespace,
        podGroup.path(),
        OptionalInt.empty(),
        Optional.of(podGroup),
        Optional.empty(),
        "");
  }

  /** Returns a gang with the parallelism of its Job as its size. */
  public static Gang ofJob(String namespace, OwnerReference job) {
    return new Gang(
        namespace, name(job), OptionalInt.empty(), Optional.empty(), Optional.of(job), "");
  }

  /** Returns the gang that the pod says it belongs to; what it says itself comes first. */
  public static Optional<Gang> of(Pod pod) {
    if (isSizedByJob(pod)) {
      return job(pod).map(job -> ofJob(pod.namespace(), job));
    }
    return value(pod, SIZE)
        .filter(s -> SIZES.matcher(s).matches())
        .map(Integer::valueOf)
        .filter(size -> size > 1)
        .flatMap(size -> ofSize(pod, size))
        .or(() -> PodGroupReference.of(pod).map(g -> of(pod.namespace(), g)));
  }

  private static Optional<Gang> ofSize(Pod pod, int size) {
    return ownName(pod)
        .map(name -> ofSize(pod.namespace(), name, size))
        .or(() -> pod.metadata().controller().map(c -> ofSize(pod.namespace(), c, size)));
  }

  /**
   * Returns the reason, as a sentence, for which a pod's size makes no gang. Empty if the size
   * makes a gang, is 1, or is absent.
   */
  public static Optional<String> problem(Pod pod) {
    Optional<String> size = value(pod, SIZE).filter(s -> !s.equals("1"));
    if (size.isEmpty()) {
      return Optional.empty();
    }
    if (isSizedByJob(pod)) {
      return job(pod).isPresent()
          ? Optional.empty()
          : Optional.of(SIZE + ": no Job manages pod " + pod.name() + ": set a number");
    }
    if (!SIZES.matcher(size.get()).matches()) {
      return Optional.of(SIZE + ": \"" + size.get() + "\" is not a whole number from 1 to 999999");
    }
    return ofSize(pod, Integer.parseInt(size.get())).isEmpty()
        ? Optional.of(SIZE + ": nothing names the gang of pod " + pod.name() + ": set " + NAME)
        : Optional.empty();
  }

  private static boolean isSizedByJob(Pod pod) {
    return value(pod, SIZE).filter(PARALLELISM::equals).isPresent();
  }

  private static Optional<OwnerReference> job(Pod pod) {
    return pod.metadata()
        .controller()
        .filter(c -> c.kind().equals("Job") && c.apiVersion().startsWith("batch/"));
  }

  private static Optional<String> value(Pod pod, String key) {
    return Optional.ofNullable(pod.metadata().annotations().get(key)).or(() -> label(pod, key));
  }

  private static Optional<String> label(Pod pod, String key) {
    return Optional.ofNullable(pod.metadata().labels().get(key));
  }

  private static Optional<String> ownName(Pod pod) {
    return value(pod, NAME)
        .or(() -> label(pod, JOB_SET))
        .or(() -> PodGroupReference.of(pod).map(PodGroupReference::path))
        .filter(n -> !n.isEmpty());
  }

  static String name(OwnerReference owner) {
    return owner.kind() + "/" + owner.name();
  }

  @Override
  public int compareTo(Gang other) {
    return ORDER.compare(this, other);
  }
}
