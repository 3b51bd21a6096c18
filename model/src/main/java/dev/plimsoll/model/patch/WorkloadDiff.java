package dev.plimsoll.model.patch;

import static dev.plimsoll.model.patch.PatchOperation.path;
import static dev.plimsoll.model.patch.PatchOperation.remove;
import static dev.plimsoll.model.patch.PatchOperation.test;

import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.workload.TemplateEffect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The difference of two versions of what makes pods: how many, or from which templates. */
final class WorkloadDiff {
  private static final Pattern INDEX = Pattern.compile("[0-9]+");

  private WorkloadDiff() {}

  static Optional<ObjectPatch> between(Workload before, Workload after) {
    PodSpecDiff.require(before.templates().size() == after.templates().size(), "templates");
    if (after.inactive() && !before.inactive()) {
      PodSpecDiff.require(before.templates().equals(after.templates()), "suspended workloads");
      return Optional.of(ObjectDiff.merge(before, "suspend", "true"));
    }
    if (!before.details().equals(after.details())) {
      PodSpecDiff.require(before.templates().equals(after.templates()), "rolled out workloads");
      return Optional.of(rollingUpdate(before, after.details()));
    }
    List<PatchOperation> operations = new ArrayList<>();
    Optional<Integer> replicas = Optional.empty();
    for (int i = 0; i < before.templates().size(); i++) {
      Workload.PodTemplate old = before.templates().get(i);
      Workload.PodTemplate now = after.templates().get(i);
      operations.addAll(template(old, now));
      if (!old.replicas().equals(now.replicas())) {
        replicas = Optional.of(now.replicas().orElseThrow());
      }
    }
    if (replicas.isPresent()) {
      PodSpecDiff.require(
          operations.isEmpty() && before.templates().size() == 1, "scaled workloads");
      return Optional.of(ObjectDiff.merge(before, "replicas", replicas.get().toString()));
    }
    Optional<ObjectPatch> patch = ObjectDiff.json(before, operations);
    return TemplateEffect.of(before) == TemplateEffect.Immutable
        ? patch.map(ObjectPatch::recreating)
        : patch;
  }

  private static ObjectPatch rollingUpdate(Workload before, WorkloadDetails after) {
    Optional<WorkloadDetails.RollingUpdate> update = after.update();
    PodSpecDiff.require(update.isPresent(), "workloads");
    String field = after instanceof WorkloadDetails.DaemonSet ? "updateStrategy" : "strategy";
    return ObjectDiff.merge(before, field, json(update.get()));
  }

  private static String json(WorkloadDetails.RollingUpdate update) {
    return "{\"rollingUpdate\":{\"maxSurge\":%s,\"maxUnavailable\":%s}}"
        .formatted(intOrString(update.maxSurge()), intOrString(update.maxUnavailable()));
  }

  private static String intOrString(String value) {
    return value.endsWith("%") ? JsonText.string(value) : value;
  }

  private static List<PatchOperation> template(
      Workload.PodTemplate before, Workload.PodTemplate after) {
    List<String> template = steps(before.path());
    List<PatchOperation> operations = new ArrayList<>();
    operations.addAll(labels(template, before.metadata(), after.metadata()));
    operations.addAll(PodSpecDiff.operations(path(template, "spec"), before.spec(), after.spec()));
    boolean counted = template.stream().anyMatch(INDEX.asMatchPredicate());
    if (counted && !operations.isEmpty()) {
      operations.add(0, identification(path(template, "spec"), before.spec()));
    }
    return operations;
  }

  /**
   * Returns a test operation that identifies the template by its first container, as lists can
   * change.
   */
  private static PatchOperation identification(List<String> spec, PodSpec template) {
    String first = template.containers().get(0).name();
    return test(path(spec, "containers", "0", "name"), JsonText.string(first));
  }

  /** Removes the labels that a Job's controller gave, and the selector that goes with them. */
  private static List<PatchOperation> labels(
      List<String> template, ObjectMeta before, ObjectMeta after) {
    List<PatchOperation> operations = new ArrayList<>();
    for (String label : new TreeSet<>(before.labels().keySet())) {
      if (!after.labels().containsKey(label)) {
        operations.add(remove(path(template, "metadata", "labels", label)));
      }
    }
    if (!operations.isEmpty()) {
      operations.add(0, remove(List.of("spec", "selector")));
    }
    return operations;
  }

  /** Takes {@code spec.groups[0].template} apart. */
  static List<String> steps(String path) {
    return Arrays.stream(path.split("[.\\[]"))
        .filter(s -> !s.isEmpty())
        .map(s -> s.endsWith("]") ? s.substring(0, s.length() - 1) : s)
        .toList();
  }
}
