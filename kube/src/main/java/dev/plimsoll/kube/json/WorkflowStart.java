package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The first pods of an Argo Workflow: the first group of {@code steps} of its entrypoint, or the
 * tasks of a {@code dag} that depend on none. What depends on parameters, on conditions or on
 * templates elsewhere isn't known, nor how many pods a loop over a result has; a template without
 * replicas stands for that.
 */
final class WorkflowStart {
  private static final int DEEPEST = 12;
  private static final String MAIN = "main";
  private static final List<String> OF_POD =
      List.of("nodeSelector", "tolerations", "affinity", "priorityClassName");
  private static final List<String> UNKNOWN_KINDS = List.of("resource", "data", "plugin");

  private final Fields spec;
  private final Map<String, Fields> byName = new LinkedHashMap<>();
  private final List<Workload.PodTemplate> templates = new ArrayList<>();

  private WorkflowStart(Fields spec) {
    this.spec = spec;
    spec.list("templates", t -> t).forEach(t -> byName.putIfAbsent(t.string("name"), t));
  }

  /** Returns the templates of the pods it starts with. */
  static List<Workload.PodTemplate> templates(Fields spec) {
    WorkflowStart start = new WorkflowStart(spec);
    if (spec.has("workflowTemplateRef")) {
      start.unknown("spec.workflowTemplateRef");
    } else {
      start.start(spec.string("entrypoint"), spec.path(), 1, DEEPEST);
    }
    return List.copyOf(start.templates);
  }

  private void start(String name, String from, int count, int depth) {
    Fields template = byName.get(name);
    if (template == null || depth == 0 || template.has("podSpecPatch")) {
      unknown(from);
    } else if (template.has("container")
        || template.has("script")
        || template.has("containerSet")) {
      pod(template, count);
    } else if (template.has("steps")) {
      template.lists("steps").stream()
          .limit(1)
          .flatMap(List::stream)
          .forEach(s -> step(s, count, depth));
    } else if (template.has("dag")) {
      template.object("dag").list("tasks", t -> t).stream()
          .filter(t -> !t.has("dependencies") && !t.has("depends"))
          .forEach(t -> step(t, count, depth));
    } else if (UNKNOWN_KINDS.stream().anyMatch(template::has)) {
      unknown(template.path());
    }
  }

  private void step(Fields step, int count, int depth) {
    boolean depends =
        step.has("when")
            || step.has("withParam")
            || step.has("withSequence")
            || step.has("templateRef")
            || step.has("inline");
    int items = step.raw("withItems") instanceof List<?> list ? list.size() : 1;
    long pods = (long) count * items;
    if (depends || pods > Integer.MAX_VALUE) {
      unknown(step.path());
    } else if (pods > 0) {
      start(step.string("template"), step.path(), (int) pods, depth - 1);
    }
  }

  private void pod(Fields template, int count) {
    JsonTree pod = new JsonTree();
    OF_POD.stream().filter(spec::has).forEach(f -> pod.put(f, spec.raw(f)));
    OF_POD.stream().filter(template::has).forEach(f -> pod.put(f, template.raw(f)));
    List<Object> containers = new ArrayList<>();
    for (String one : List.of("container", "script")) {
      if (template.raw(one) instanceof JsonTree container) {
        containers.add(main(container));
      }
    }
    if (template.has("containerSet")
        && template.object("containerSet").raw("containers") instanceof List<?> set) {
      containers.addAll(set);
    }
    if (template.raw("sidecars") instanceof List<?> sidecars) {
      containers.addAll(sidecars);
    }
    pod.put("containers", containers);
    if (template.has("initContainers")) {
      pod.put("initContainers", template.raw("initContainers"));
    }
    try {
      templates.add(
          new Workload.PodTemplate(
              template.path(),
              ObjectMetaReader.metadata(template),
              PodReader.spec(Fields.of(pod)),
              OptionalInt.of(count)));
    } catch (DecodeException e) {
      unknown(template.path());
    }
  }

  /**
   * Returns a container with the name that the controller gives it.
   *
   * <p>Source: {@code createWorkflowPod} in {@code
   * github.com/argoproj/argo-workflows/workflow/controller/workflowpod.go}.
   */
  private static JsonTree main(JsonTree container) {
    JsonTree named = JsonTree.of(container.toJson());
    named.put("name", MAIN);
    return named;
  }

  private void unknown(String path) {
    templates.add(
        new Workload.PodTemplate(
            path, ObjectMeta.of("", ""), PodSpec.builder().build(), OptionalInt.empty()));
  }
}
