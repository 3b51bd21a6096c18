package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads objects that make pods. Templates are found wherever they stand in the spec, so that custom
 * resources need no special case; how many pods each wants is the number beside it.
 */
final class WorkloadReader {
  private static final Set<String> SCALED =
      Set.of("Deployment", "ReplicaSet", "StatefulSet", "ReplicationController");

  /** A Job makes no more pods from the time its outcome is known, before its pods are gone. */
  private static final Set<String> FINISHED =
      Set.of("Complete", "Succeeded", "Failed", "SuccessCriteriaMet", "FailureTarget");

  private static final Set<String> BUILT_IN_GROUPS = Set.of("", "apps", "batch");

  private static final Set<String> BUILT_IN =
      Set.of(
          "Deployment",
          "ReplicaSet",
          "StatefulSet",
          "DaemonSet",
          "ReplicationController",
          "Job",
          "CronJob");

  /**
   * Custom kinds that have pod templates and make no pods: objects of other kinds refer to them.
   *
   * <p>Sources: {@code
   * github.com/kubeflow/trainer/pkg/apis/trainer/v1alpha1/trainingruntime_types.go}, {@code
   * volcano.sh/apis/pkg/apis/flow/v1alpha1/jobtemplate_types.go}.
   */
  private static final Set<String> ONLY_TEMPLATES =
      Set.of(
          "trainer.kubeflow.org/TrainingRuntime",
          "trainer.kubeflow.org/ClusterTrainingRuntime",
          "flow.volcano.sh/JobTemplate");

  private WorkloadReader() {}

  /** Returns the object as a workload, if it is of a built-in kind or has a pod template. */
  static Optional<Workload> workload(Fields object, GroupVersionKind type, GroupResource resource) {
    if (ONLY_TEMPLATES.contains(type.group() + "/" + type.kind())) {
      return Optional.empty();
    }
    Fields spec = object.object("spec");
    List<Workload.PodTemplate> templates = new ArrayList<>();
    PodTemplateFinder.find(spec).forEach(found -> templates.add(template(type, object, found)));
    if (templates.isEmpty()
        && BUILT_IN.contains(type.kind())
        && BUILT_IN_GROUPS.contains(type.group())) {
      Fields parent =
          type.kind().equals("CronJob") ? spec.object("jobTemplate").object("spec") : spec;
      templates.add(
          template(
              type, object, new PodTemplateFinder.PodTemplate(parent.object("template"), parent)));
    }
    List<Condition> conditions = ObjectMetaReader.conditions(object.object("status"));
    boolean waiting = WaitingWork.isWaiting(type, object, conditions);
    if (waiting && type.group().equals(WaitingWork.ARGO)) {
      templates.addAll(WorkflowStart.templates(spec));
    }
    if (templates.isEmpty()) {
      return Optional.empty();
    }
    ObjectMeta metadata = ObjectMetaReader.metadata(object);
    return Optional.of(
        new Workload(
            metadata,
            type,
            resource,
            templates,
            conditions,
            WaitingWork.isSuspended(type, spec) || isFinished(type.kind(), conditions),
            waiting,
            selector(type.kind(), spec),
            WorkloadDetailsReader.details(type, object),
            UnobservedChange.of(type, object, metadata)));
  }

  private static Workload.PodTemplate template(
      GroupVersionKind type, Fields object, PodTemplateFinder.PodTemplate found) {
    return new Workload.PodTemplate(
        found.template().path(),
        ObjectMetaReader.metadata(found.template()),
        PodReader.spec(found.template().object("spec")),
        wanted(type, object, found));
  }

  private static Optional<LabelSelector> selector(String kind, Fields spec) {
    return switch (kind) {
      case "ReplicaSet", "StatefulSet" -> spec.optional("selector").map(SelectorReader::labels);
      case "ReplicationController" ->
          spec.has("selector")
              ? Optional.of(new LabelSelector(spec.map("selector"), List.of()))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  static boolean isFinished(String kind, List<Condition> conditions) {
    return !SCALED.contains(kind)
        && conditions.stream()
            .anyMatch(c -> c.status().equals("True") && FINISHED.contains(c.type()));
  }

  private static OptionalInt wanted(
      GroupVersionKind type, Fields object, PodTemplateFinder.PodTemplate found) {
    Fields parent = found.parent();
    Fields spec = object.object("spec");
    return switch (type.group()) {
      case WaitingWork.KUEUE -> OptionalInt.of(WaitingWork.count(parent, object.object("status")));
      case WaitingWork.KUBEFLOW ->
          type.kind().endsWith("Job")
              ? OptionalInt.of(parent.integer("replicas").orElse(1))
              : parent.integer("replicas");
      case WaitingWork.VOLCANO -> OptionalInt.of(parent.integer("replicas").orElse(0));
      default ->
          switch (type.kind()) {
            case "Deployment", "ReplicaSet", "StatefulSet", "ReplicationController" ->
                OptionalInt.of(spec.integer("replicas").orElse(1));
            case "DaemonSet" -> object.object("status").integer("desiredNumberScheduled");
            case "Job" ->
                OptionalInt.of(
                    WorkloadDetailsReader.job(spec, object.object("status"))
                        .wanted(object.object("status").integer("active").orElse(0)));
            case "CronJob" -> OptionalInt.empty();
            default -> CustomCounts.of(type, object, found.template(), parent);
          };
    };
  }
}
