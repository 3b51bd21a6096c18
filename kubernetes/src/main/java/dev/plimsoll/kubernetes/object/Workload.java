package dev.plimsoll.kubernetes.object;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An object that creates pods: a Deployment, a ReplicaSet, a Job, or any custom resource with pod
 * templates in it.
 *
 * @param metadata name, namespace, labels and the like
 * @param type the kind
 * @param resource the plural
 * @param templates its pod templates
 * @param conditions its conditions
 * @param inactive whether it creates no more pods: it is suspended, paused, finished or scaled to
 *     none
 * @param waiting whether it waits to be started, by a person or a queue, and has no pods until then
 * @param selector which pods it looks after; kept for the kinds by whose selector the scheduler
 *     spreads pods
 * @param details what else its controller goes by
 * @param unobserved when it was last changed, or a later time, if its controller has not observed
 *     that change; empty also where that isn't known
 */
@RecordBuilder
public record Workload(
    ObjectMeta metadata,
    GroupVersionKind type,
    GroupResource resource,
    List<PodTemplate> templates,
    List<Condition> conditions,
    boolean inactive,
    boolean waiting,
    Optional<LabelSelector> selector,
    WorkloadDetails details,
    Optional<Instant> unobserved)
    implements ApiObject, WorkloadBuilder.With {

  public Workload {
    templates = List.copyOf(templates);
    conditions = List.copyOf(conditions);
  }

  /** Creates a workload whose controller has observed its last change. */
  public Workload(
      ObjectMeta metadata,
      GroupVersionKind type,
      GroupResource resource,
      List<PodTemplate> templates,
      List<Condition> conditions,
      boolean inactive,
      boolean waiting,
      Optional<LabelSelector> selector,
      WorkloadDetails details) {
    this(
        metadata,
        type,
        resource,
        templates,
        conditions,
        inactive,
        waiting,
        selector,
        details,
        Optional.empty());
  }

  /** Makes a workload that doesn't wait and whose selector doesn't matter. */
  public Workload(
      ObjectMeta metadata,
      GroupVersionKind type,
      GroupResource resource,
      List<PodTemplate> templates,
      List<Condition> conditions,
      boolean inactive) {
    this(
        metadata,
        type,
        resource,
        templates,
        conditions,
        inactive,
        false,
        Optional.empty(),
        new WorkloadDetails.None());
  }

  @Override
  public String identity() {
    return identity(resource, name());
  }

  /** Returns the identity of a workload of that resource and name. */
  public static String identity(GroupResource resource, String name) {
    return resource + "/" + name;
  }

  /**
   * A pod template.
   *
   * @param path where it stands in the object, such as {@code spec.template}
   * @param metadata the labels and annotations of the pods
   * @param spec the pods' spec
   * @param replicas how many pods are wanted; absent when that isn't known
   */
  public record PodTemplate(String path, ObjectMeta metadata, PodSpec spec, OptionalInt replicas) {
    /** Returns the template for that many pods. */
    public PodTemplate withReplicas(OptionalInt wanted) {
      return new PodTemplate(path, metadata, spec, wanted);
    }
  }

  /** Returns the workload with that many pods of each template. */
  public Workload withReplicas(OptionalInt wanted) {
    return withTemplates(templates.stream().map(t -> t.withReplicas(wanted)).toList());
  }

  /** Returns whether it is the controller of a pod. */
  public boolean controls(Pod pod) {
    String uid = metadata.uid();
    return pod.metadata()
        .controller()
        .filter(c -> c.kind().equals(type.kind()) && c.name().equals(name()))
        .filter(c -> uid.isEmpty() || c.uid().isEmpty() || c.uid().equals(uid))
        .isPresent();
  }

  /**
   * Returns whether it is a Job for which another controller than the Job controller creates pods
   * ({@code spec.managedBy}).
   */
  public boolean isManagedElsewhere() {
    return details instanceof WorkloadDetails.Job job && !job.managedBy().isEmpty();
  }
}
