package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the templates that a pod can be made from. Controllers and admission add fields to a pod:
 * containers, labels, selectors and defaults.
 */
public final class TemplateMatch {
  private TemplateMatch() {}

  /**
   * Returns the templates that are most like the pod, in their order. Empty if the pod lacks a
   * container of each template.
   */
  public static List<Workload.PodTemplate> of(Workload workload, Pod pod) {
    List<Workload.PodTemplate> possible =
        workload.templates().stream()
            .filter(t -> names(pod.spec()).containsAll(names(t.spec())))
            .toList();
    int best =
        possible.stream().map(t -> likeness(t, pod)).max(Comparator.naturalOrder()).orElse(0);
    return possible.stream().filter(t -> likeness(t, pod) == best).toList();
  }

  /**
   * Returns how many pods of each template are missing, in the order of the templates. A pod counts
   * for the first template that it is most like and that lacks pods, else for any template that
   * lacks pods.
   */
  static int[] missing(Workload workload, List<Pod> existing) {
    List<Workload.PodTemplate> templates = workload.templates();
    int[] missing = templates.stream().mapToInt(t -> t.replicas().orElse(0)).toArray();
    for (Pod pod : existing) {
      List<Workload.PodTemplate> like = templates.size() > 1 ? of(workload, pod) : templates;
      IntStream first =
          IntStream.range(0, missing.length).filter(i -> like.contains(templates.get(i)));
      IntStream.concat(first, IntStream.range(0, missing.length))
          .filter(i -> missing[i] > 0)
          .findFirst()
          .ifPresent(i -> missing[i]--);
    }
    return missing;
  }

  private static List<String> names(PodSpec spec) {
    return spec.containers().stream().map(Container::name).toList();
  }

  /** Requests differ more often between templates than selectors do, so they count more. */
  private static int likeness(Workload.PodTemplate template, Pod pod) {
    PodSpec spec = template.spec();
    boolean requests =
        spec.containers().stream()
            .allMatch(c -> pod.spec().containers().stream().anyMatch(p -> isLike(c, p)));
    boolean selects =
        pod.spec().nodeSelector().entrySet().containsAll(spec.nodeSelector().entrySet());
    boolean labels =
        pod.metadata().labels().entrySet().containsAll(template.metadata().labels().entrySet());
    return (requests ? 4 : 0) + (selects ? 2 : 0) + (labels ? 1 : 0);
  }

  private static boolean isLike(Container template, Container made) {
    return template.name().equals(made.name())
        && contains(made.resources().requests(), template.resources().requests())
        && contains(made.resources().limits(), template.resources().limits());
  }

  private static boolean contains(Resources all, Resources some) {
    return some.names().stream().allMatch(n -> all.get(n).equals(some.get(n)));
  }
}
