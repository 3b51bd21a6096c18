package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodSpecBuilder;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.QuotaScopeMatcher;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Kubernetes' admission plug-in {@code Priority}: a new pod gets the priority of its class, or of
 * the default class, and keeps it in updates. Where the classes were not read, a pod keeps what it
 * says.
 *
 * <p>Source: {@code plugin/pkg/admission/priority/admission.go}.
 */
final class PriorityAdmission implements Layer {
  private static final String LAYER = "Priority";
  private static final String PREEMPT_LOWER_PRIORITY = "PreemptLowerPriority";

  /** The classes that the API server makes itself. */
  private static final List<PriorityClass> SYSTEM =
      List.of(
          system("system-cluster-critical", 2_000_000_000),
          system("system-node-critical", 2_000_001_000));

  private static final PriorityClass NONE = system("", 0);

  private static PriorityClass system(String name, int value) {
    return new PriorityClass(ObjectMeta.of("", name), value, false, PREEMPT_LOWER_PRIORITY);
  }

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod) || !request.subresource().isEmpty()) {
      return Optional.empty();
    }
    return request.isCreate()
        ? admit(cluster, pod)
        : request.old().filter(Pod.class::isInstance).map(old -> kept(pod, (Pod) old));
  }

  /**
   * The class that a pod names must be known; which one is the default matters here only where a
   * quota counts pods by their class.
   */
  @Override
  public List<Requirement> requirements(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod)
        || !request.subresource().isEmpty()
        || !request.isCreate()) {
      return List.of();
    }
    String name = pod.spec().priorityClassName();
    boolean matters =
        name.isEmpty() ? isScoped(cluster, pod.namespace()) : find(cluster, name).isEmpty();
    return matters ? List.of(Requirement.all(PriorityClass.RESOURCE)) : List.of();
  }

  private static boolean isScoped(Cluster cluster, String namespace) {
    return cluster.list(ResourceQuota.class, namespace).stream()
        .flatMap(q -> QuotaScopeMatcher.of(q.spec()).stream())
        .anyMatch(s -> s.scopeName().equals(QuotaScopeMatcher.PRIORITY_CLASS));
  }

  /** An update that says nothing of the priority leaves it as it is. */
  private static AdmissionStep kept(Pod pod, Pod old) {
    PodSpecBuilder spec = pod.spec().with();
    if (pod.spec().priority().isEmpty()) {
      spec.priority(old.spec().priority());
    }
    if (pod.spec().preemptionPolicy().isEmpty()) {
      spec.preemptionPolicy(old.spec().preemptionPolicy());
    }
    return AdmissionStep.passed(LAYER, pod.withSpec(spec.build()), new AdmissionEffect.Plain());
  }

  private static Optional<AdmissionStep> admit(Cluster cluster, Pod pod) {
    String name = pod.spec().priorityClassName();
    Optional<PriorityClass> resolved = name.isEmpty() ? defaultClass(cluster) : find(cluster, name);
    if (resolved.isEmpty()) {
      return !name.isEmpty() && cluster.covers(PriorityClass.RESOURCE)
          ? Optional.of(
              AdmissionStep.forbidden(
                  LAYER, pod, "no PriorityClass with name " + name + " was found"))
          : Optional.empty();
    }
    PriorityClass priorityClass = resolved.get();
    Optional<String> conflict = conflict(pod.spec(), priorityClass);
    return Optional.of(
        conflict
            .map(message -> AdmissionStep.forbidden(LAYER, pod, message))
            .orElseGet(
                () ->
                    AdmissionStep.passed(
                        LAYER,
                        prioritized(pod, priorityClass),
                        new AdmissionEffect.Prioritized(
                            priorityClass.name(), priorityClass.value()))));
  }

  private static Optional<PriorityClass> find(Cluster cluster, String name) {
    return cluster
        .find(PriorityClass.class, "", name)
        .or(() -> SYSTEM.stream().filter(c -> c.name().equals(name)).findFirst());
  }

  /** Returns the default class; absent where none is known and not all were read. */
  private static Optional<PriorityClass> defaultClass(Cluster cluster) {
    return cluster.list(PriorityClass.class, "").stream()
        .filter(PriorityClass::globalDefault)
        .min(Comparator.comparingInt(PriorityClass::value))
        .or(() -> cluster.covers(PriorityClass.RESOURCE) ? Optional.of(NONE) : Optional.empty());
  }

  private static Optional<String> conflict(PodSpec spec, PriorityClass priorityClass) {
    if (spec.priority().orElse(priorityClass.value()) != priorityClass.value()) {
      return Optional.of(
          "the integer value of priority (%d) must not be provided in pod spec; priority admission controller computed %d from the given PriorityClass name"
              .formatted(spec.priority().getAsInt(), priorityClass.value()));
    }
    String given = spec.preemptionPolicy();
    String computed = policy(priorityClass);
    return given.isEmpty() || given.equals(computed)
        ? Optional.empty()
        : Optional.of(
            "the string value of PreemptionPolicy (%s) must not be provided in pod spec; priority admission controller computed %s from the given PriorityClass name"
                .formatted(given, computed));
  }

  private static String policy(PriorityClass priorityClass) {
    return priorityClass.preemptionPolicy().isEmpty()
        ? PREEMPT_LOWER_PRIORITY
        : priorityClass.preemptionPolicy();
  }

  private static Pod prioritized(Pod pod, PriorityClass priorityClass) {
    return pod.withSpec(
        pod.spec()
            .with()
            .priorityClassName(priorityClass.name())
            .priority(OptionalInt.of(priorityClass.value()))
            .preemptionPolicy(policy(priorityClass))
            .build());
  }
}
