package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A change of pod specs: of the template, so that the controller creates the pods again, or of the
 * existing pods.
 *
 * @param edit changes a spec
 * @param ofStored whether the stored pods themselves are changed
 */
record PodEdit(UnaryOperator<PodSpec> edit, boolean ofStored) {
  static final PodEdit NONE = new PodEdit(UnaryOperator.identity(), false);

  /** Controllers that leave a pod as it is when its template changes. */
  private static final Set<String> KEEP_PODS =
      Set.of("ReplicaSet", "ReplicationController", "StatefulSet");

  private static final Set<String> JOB_LABELS =
      Set.of("controller-uid", "batch.kubernetes.io/controller-uid");

  /** The group of Argo Workflows, whose pods are made of more than a template. */
  private static final String ARGO = "argoproj.io";

  static PodEdit ofTemplate(UnaryOperator<PodSpec> edit) {
    return new PodEdit(edit, false);
  }

  PodEdit and(PodEdit next) {
    return new PodEdit(spec -> next.edit.apply(edit.apply(spec)), ofStored || next.ofStored);
  }

  /** Returns the changes of stored objects that do it; none where they aren't in the snapshot. */
  List<Change> changes(Cluster cluster, TriedPods tried) {
    if (equals(NONE)) {
      return List.of();
    }
    if (ofStored) {
      return tried.pods().stream().map(this::apply).toList();
    }
    ObjectReference root = tried.workload().root();
    Optional<Pod> bare =
        root.kind().equals("Pod")
            ? cluster.find(Pod.class, root.namespace(), root.name())
            : Optional.empty();
    if (bare.isPresent()) {
      return List.of(apply(bare.get()));
    }
    return cluster.list(Workload.class, root.namespace()).stream()
        .filter(w -> w.name().equals(root.name()) && w.type().kind().equals(root.kind()))
        .findFirst()
        .flatMap(w -> edited(w, tried))
        .map(w -> withDeletions(cluster, w, tried))
        .orElseGet(List::of);
  }

  private Change apply(Pod pod) {
    return new Change.Apply(pod.withSpec(edit.apply(pod.spec())));
  }

  private static List<Change> withDeletions(Cluster cluster, Workload edited, TriedPods tried) {
    List<Change> changes = new ArrayList<>(List.of(new Change.Apply(edited)));
    if (tried.stored() && KEEP_PODS.contains(edited.type().kind())) {
      tried.pods().stream()
          .filter(p -> cluster.find(Pod.class, p.namespace(), p.name()).isPresent())
          .forEach(p -> changes.add(new WorkloadChange.DeletePod(p.namespace(), p.name())));
    }
    return changes;
  }

  private Optional<Workload> edited(Workload root, TriedPods tried) {
    List<Workload.PodTemplate> templates = new ArrayList<>(root.templates());
    Optional<Workload.PodTemplate> template = templateOf(root, tried);
    if (template.isEmpty() || root.type().group().equals(ARGO)) {
      return Optional.empty();
    }
    Workload.PodTemplate old = template.get();
    PodSpec spec = edit.apply(old.spec());
    if (spec.equals(old.spec())) {
      return Optional.empty();
    }
    templates.set(
        templates.indexOf(old),
        new Workload.PodTemplate(
            old.path(), recreated(root, old.metadata()), spec, old.replicas()));
    return Optional.of(root.withTemplates(templates));
  }

  /**
   * Returns the only template that the pods can be made of, as they have its containers, perhaps
   * among others; none if there are several.
   */
  private static Optional<Workload.PodTemplate> templateOf(Workload root, TriedPods tried) {
    List<String> names = names(tried.pods().get(0).spec());
    List<Workload.PodTemplate> possible =
        root.templates().stream().filter(t -> names.containsAll(names(t.spec()))).toList();
    return possible.size() == 1 ? Optional.of(possible.get(0)) : Optional.empty();
  }

  private static List<String> names(PodSpec spec) {
    return spec.containers().stream().map(c -> c.name()).toList();
  }

  /** A Job is created again, and its controller takes no template that another one labelled. */
  private static ObjectMeta recreated(Workload root, ObjectMeta template) {
    if (!root.type().group().equals("batch") || !root.type().kind().equals("Job")) {
      return template;
    }
    Map<String, String> labels = new HashMap<>(template.labels());
    labels.keySet().removeAll(JOB_LABELS);
    return template.withLabels(labels);
  }
}
