package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.daemon.DaemonPods;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectMetaBuilder;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * An object that creates pods itself, such as a ReplicaSet or a Job, with one of its templates.
 *
 * @param workload the object
 * @param template the template
 * @param pods the pods it has that have not ended
 * @param missing how many it should have besides
 * @param attemptedNames names of pods it recently tried to create and couldn't, newest first
 * @param nodes of a DaemonSet, the nodes that its missing pods are for, as far as they are known
 */
public record PodTemplateOwner(
    Workload workload,
    Workload.PodTemplate template,
    List<Pod> pods,
    int missing,
    List<String> attemptedNames,
    List<String> nodes) {

  /** Of more missing pods than this, the rest isn't tried: the first ones say what it is about. */
  public static final int MOST_TRIED = 10_000;

  /**
   * The most fields of all tried pods together, so that fewer copies of an excessively large pod
   * are tried.
   */
  static final int MOST_FIELDS_TRIED = 1_000_000;

  /** Stands for the suffix of a name that the API server has yet to generate. */
  private static final String NOT_YET_GENERATED = "…";

  public PodTemplateOwner {
    pods = List.copyOf(pods);
    attemptedNames = List.copyOf(attemptedNames);
    nodes = List.copyOf(nodes);
  }

  /** Creates an owner whose missing pods are for no nodes in particular. */
  public PodTemplateOwner(
      Workload workload,
      Workload.PodTemplate template,
      List<Pod> pods,
      int missing,
      List<String> attemptedNames) {
    this(workload, template, pods, missing, attemptedNames, List.of());
  }

  /** Returns an object that stands for a person who is about to create the pod. */
  public static Workload ofBarePod(Pod pod) {
    Workload.PodTemplate template =
        new Workload.PodTemplate("", pod.metadata(), pod.spec(), OptionalInt.of(1));
    String generated = pod.metadata().generateName();
    ObjectMeta metadata =
        pod.name().isEmpty() && !generated.isEmpty()
            ? pod.metadata().withName(generated + NOT_YET_GENERATED)
            : pod.metadata();
    return new Workload(metadata, Pod.TYPE, Pod.RESOURCE, List.of(template), List.of(), false);
  }

  /** Returns the same with another number of missing pods. */
  public PodTemplateOwner withMissing(int other) {
    return new PodTemplateOwner(workload, template, pods, other, attemptedNames, nodes);
  }

  /** Returns the owner with another template. */
  public PodTemplateOwner withTemplate(Workload.PodTemplate other) {
    return new PodTemplateOwner(workload, other, pods, missing, attemptedNames, nodes);
  }

  /** Returns a DaemonSet that lacks one pod for each of these nodes. */
  public PodTemplateOwner forNodes(List<String> lacking) {
    return new PodTemplateOwner(workload, template, pods, lacking.size(), attemptedNames, lacking);
  }

  /** Returns the resources that must have been read to know its existing and missing pods. */
  public List<Requirement> requirements() {
    String namespace = workload.namespace();
    return switch (workload.type().kind()) {
      case "Pod" -> List.of();
      case "Deployment" ->
          List.of(
              Requirement.in(namespace, Pod.RESOURCE),
              Requirement.in(namespace, Workloads.REPLICA_SETS));
      case "ReplicaSet" ->
          workload.metadata().controller().isEmpty()
              ? List.of(Requirement.in(namespace, Pod.RESOURCE))
              : List.of(
                  Requirement.in(namespace, Pod.RESOURCE),
                  Requirement.in(namespace, Workloads.DEPLOYMENTS));
      case "CronJob" ->
          List.of(
              Requirement.in(namespace, Pod.RESOURCE),
              Requirement.in(namespace, new GroupResource("batch", "jobs")));
      default -> List.of(Requirement.in(namespace, Pod.RESOURCE));
    };
  }

  /**
   * Returns the number of missing pods that are tried, at most {@link #MOST_TRIED}. It is lower for
   * pods with more than a hundred resources, labels, tolerations and the like.
   */
  public int tried() {
    int most = Math.max(1, MOST_FIELDS_TRIED / Math.max(1, PodSize.fields(template)));
    return Math.min(missing, Math.min(MOST_TRIED, most));
  }

  /** Returns the pods it would submit next, as many as are tried. */
  public List<Pod> missingPods() {
    return nextPods(tried());
  }

  /**
   * Returns the next pods that it would submit. They have the names of its last tries, the ordinals
   * of a StatefulSet, or else {@code …} for the random suffix. Each pod of a DaemonSet is for one
   * of the nodes that lack a pod.
   */
  public List<Pod> nextPods(int count) {
    if (count == 0) {
      return List.of();
    }
    Set<String> taken = pods.stream().map(Pod::name).collect(Collectors.toSet());
    List<Pod> next =
        nextNames().filter(n -> !taken.contains(n)).limit(count).map(this::named).toList();
    return nodes.isEmpty()
        ? next
        : IntStream.range(0, next.size()).mapToObj(i -> onItsNode(next.get(i), i)).toList();
  }

  /** Returns the pod that its controller creates after one of its pods has been deleted. */
  public Pod again(Pod deleted) {
    return named(
        workload.type().kind().equals("StatefulSet")
            ? deleted.name()
            : workload.name() + "-" + NOT_YET_GENERATED);
  }

  private Pod onItsNode(Pod pod, int index) {
    return index < nodes.size()
        ? pod.withSpec(DaemonPods.spec(template.spec(), nodes.get(index)))
        : pod;
  }

  /** Returns whether its controller creates a pod only once all before it are ready. */
  public boolean isOrdered() {
    return OrderedPods.isOrdered(workload);
  }

  /** Returns the pod that its controller waits for before it creates more, if it does. */
  public Optional<Pod> awaitedPod() {
    return isOrdered() && missing > 0
        ? OrderedPods.firstNotReady(workload, pods, nextPods(1).get(0).name())
        : Optional.empty();
  }

  /**
   * Returns how many pods a Job creates only once as many that are being deleted have ended ({@code
   * podReplacementPolicy: Failed}).
   *
   * <p>Source: {@code onlyReplaceFailedPods} in {@code pkg/controller/job/job_controller.go}.
   */
  public int awaitedEnds() {
    if (!(workload.details() instanceof WorkloadDetails.Job job)
        || job.replacesTerminating()
        || workload.inactive()
        || workload.isManagedElsewhere()
        || workload.metadata().deletionTimestamp().isPresent()) {
      return 0;
    }
    int leaving = (int) pods.stream().filter(Pod::isTerminating).count();
    int wanted = template.replicas().orElse(0);
    return Math.max(0, Math.min(leaving, wanted - (pods.size() - leaving)));
  }

  /** Returns whether the object is the controller of a pod. */
  public boolean owns(Pod pod) {
    return workload.controls(pod);
  }

  /** Returns the fields that lead to the template's pod spec, such as spec, template, spec. */
  public List<String> templatePath() {
    List<String> path = new ArrayList<>(List.of(template.path().split("\\.")));
    path.add("spec");
    return path;
  }

  private Stream<String> nextNames() {
    if (workload.type().kind().equals("StatefulSet")) {
      return LongStream.iterate(OrderedPods.firstOrdinal(workload), o -> o + 1)
          .mapToObj(o -> workload.name() + "-" + o);
    }
    int first = attemptedNames.size();
    String name = workload.name() + "-" + NOT_YET_GENERATED;
    return Stream.concat(
        attemptedNames.stream(),
        IntStream.iterate(first, i -> i + 1).mapToObj(i -> i == first ? name : name + i));
  }

  private Pod named(String name) {
    if (workload.type().equals(Pod.TYPE)) {
      return new Pod(workload.metadata(), template.spec(), PodStatus.PENDING);
    }
    ObjectMetaBuilder meta =
        ObjectMeta.builder()
            .name(name)
            .namespace(workload.namespace())
            .labels(template.metadata().labels())
            .annotations(template.metadata().annotations())
            .owners(
                List.of(
                    new OwnerReference(
                        workload.type().apiVersion(),
                        workload.type().kind(),
                        workload.name(),
                        workload.metadata().uid(),
                        true)));
    return new Pod(
        meta.build(), OrderedPods.specWithClaims(workload, template, name), PodStatus.PENDING);
  }
}
