package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.TemplateEffect;
import dev.plimsoll.kubernetes.workload.TemplateMatch;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A change of pod specs: of the template, so that the controller creates the pods again, or of the
 * existing pods.
 *
 * @param edit changes a spec
 * @param ofStored whether the stored pods themselves are changed
 */
record PodEdit(UnaryOperator<PodSpec> edit, boolean ofStored) {
  private static final int JOBS_NAMED = 3;
  static final PodEdit NONE = new PodEdit(UnaryOperator.identity(), false);

  private static final Set<String> JOB_LABELS =
      Set.of("controller-uid", "batch.kubernetes.io/controller-uid");

  /** The group of Argo Workflows, whose pods are made of more than a template. */
  private static final String ARGO = "argoproj.io";

  static PodEdit ofTemplate(UnaryOperator<PodSpec> edit) {
    return new PodEdit(edit, false);
  }

  PodEdit and(PodEdit next) {
    if (equals(NONE) || next.equals(NONE)) {
      return equals(NONE) ? next : this;
    }
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
    return root(cluster, tried)
        .flatMap(w -> edited(w, tried))
        .map(w -> withDeletions(cluster, w, tried))
        .orElseGet(List::of);
  }

  /** Returns that no command makes the edit, if there is an edit. */
  Optional<String> unwritten(TriedPods tried) {
    return equals(NONE)
        ? Optional.empty()
        : Optional.of(
            "no command: Plimsoll doesn't know which field of %s to change"
                .formatted(tried.workload().label()));
  }

  /** Returns the costs of a changed template for pods that exist, a sentence each. */
  List<String> costs(Cluster cluster, TriedPods tried) {
    Optional<Workload> edited =
        equals(NONE) || ofStored
            ? Optional.empty()
            : root(cluster, tried).flatMap(w -> edited(w, tried));
    return edited.stream().flatMap(w -> cost(w, tried).stream()).toList();
  }

  private static Optional<String> cost(Workload edited, TriedPods tried) {
    long running =
        tried.workload().pods().stream().filter(p -> p.isBound() && !p.isTerminal()).count();
    return switch (TemplateEffect.of(edited)) {
      case Immutable ->
          running == 0
              ? Optional.empty()
              : Optional.of(
                  "%s is deleted and created again: its %s again"
                      .formatted(
                          tried.workload().label(),
                          Counted.of(running, "running pod", "starts", "start")));
      case Unknown ->
          tried.stored()
              ? Optional.of(
                  "Plimsoll doesn't know the controller of %s: if the controller keeps the pods, delete them"
                      .formatted(edited.type().kind()))
              : Optional.empty();
      case NextRun -> costOfJobs(tried);
      case Paused ->
          Optional.of(
              "%s is paused: its pods change once it is resumed (kubectl rollout resume)"
                  .formatted(tried.workload().label()));
      case KeepsPods -> costOfPartition(edited, tried);
      case ReplacesPods -> Optional.empty();
    };
  }

  private static Optional<String> costOfPartition(Workload edited, TriedPods tried) {
    return edited.details() instanceof WorkloadDetails.StatefulSet set
            && tried.pods().stream()
                .anyMatch(p -> TemplateEffect.isBelowPartition(edited, p.name()))
        ? Optional.of(
            "pods below number %d keep the former template (partition of the updateStrategy)"
                .formatted(set.firstOrdinal() + set.partition()))
        : Optional.empty();
  }

  private static Optional<String> costOfJobs(TriedPods tried) {
    List<PodTemplateOwner> jobs = tried.jobs();
    if (jobs.isEmpty()) {
      return Optional.empty();
    }
    String named = named(jobs.stream().map(j -> j.workload().name()).toList());
    long running = jobs.stream().flatMap(j -> j.pods().stream()).filter(Pod::isBound).count();
    String pods = running == 0 ? "" : " with " + Counted.of(running, "running pod");
    return Optional.of(
        jobs.size() == 1
            ? "the Job %s keeps its template: it is deleted%s, and does not run again"
                .formatted(named, pods)
            : "the Jobs %s keep their template: they are deleted%s, and do not run again"
                .formatted(named, pods));
  }

  private static String named(List<String> jobs) {
    String first = jobs.stream().limit(JOBS_NAMED).collect(Collectors.joining(", "));
    int more = jobs.size() - JOBS_NAMED;
    return more > 0 ? first + " and " + more + " more" : first;
  }

  private static Optional<Workload> root(Cluster cluster, TriedPods tried) {
    ObjectReference root = tried.workload().root();
    return cluster.list(Workload.class, root.namespace()).stream()
        .filter(w -> w.name().equals(root.name()) && w.type().kind().equals(root.kind()))
        .findFirst();
  }

  private Change apply(Pod pod) {
    return new Change.Apply(pod.withSpec(edit.apply(pod.spec())));
  }

  private static List<Change> withDeletions(Cluster cluster, Workload edited, TriedPods tried) {
    List<Change> changes = new ArrayList<>(List.of(new Change.Apply(edited)));
    if (TemplateEffect.of(edited) == TemplateEffect.NextRun) {
      tried.jobs().forEach(job -> changes.add(deletion(job)));
    }
    if (tried.stored() && TemplateEffect.of(edited) == TemplateEffect.KeepsPods) {
      tried.pods().stream()
          .filter(p -> cluster.find(Pod.class, p.namespace(), p.name()).isPresent())
          .forEach(p -> changes.add(new WorkloadChange.DeletePod(p.namespace(), p.name())));
    }
    return changes;
  }

  private static Change deletion(PodTemplateOwner job) {
    return new WorkloadChange.DeleteWorkload(
        new WorkloadPods(job.workload().reference(), List.of(job), job.pods()));
  }

  /** Edits the template of the pods. Equal templates are edited alike. */
  private Optional<Workload> edited(Workload root, TriedPods tried) {
    List<Workload.PodTemplate> like = TemplateMatch.of(root, tried.pods().get(0));
    if (like.stream().map(Workload.PodTemplate::spec).distinct().count() != 1
        || root.type().group().equals(ARGO)) {
      return Optional.empty();
    }
    PodSpec old = like.get(0).spec();
    PodSpec spec = edit.apply(old);
    return spec.equals(old)
        ? Optional.empty()
        : Optional.of(
            root.withTemplates(
                root.templates().stream()
                    .map(t -> like.contains(t) ? with(root, t, spec) : t)
                    .toList()));
  }

  private static Workload.PodTemplate with(
      Workload root, Workload.PodTemplate template, PodSpec spec) {
    return new Workload.PodTemplate(
        template.path(), recreated(root, template.metadata()), spec, template.replicas());
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
