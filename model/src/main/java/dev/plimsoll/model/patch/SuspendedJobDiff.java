package dev.plimsoll.model.patch;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The difference of two Jobs, as far as it is one of requests and limits. */
final class SuspendedJobDiff {
  private SuspendedJobDiff() {}

  /** Returns the patch; empty if the Jobs differ in anything else. */
  static Optional<ObjectPatch> between(Workload before, Workload after) {
    List<Workload.PodTemplate> templates = new ArrayList<>();
    for (int i = 0; i < before.templates().size(); i++) {
      Workload.PodTemplate old = before.templates().get(i);
      PodSpec spec = after.templates().get(i).spec();
      if (!withResourcesOf(old.spec(), spec).equals(spec)) {
        return Optional.empty();
      }
      templates.add(new Workload.PodTemplate(old.path(), old.metadata(), spec, old.replicas()));
    }
    return WorkloadDiff.between(before, before.withTemplates(templates))
        .map(patch -> patch.inSuspension(before.inactive()));
  }

  private static PodSpec withResourcesOf(PodSpec spec, PodSpec other) {
    return spec.with()
        .containers(withResourcesOf(spec.containers(), other.containers()))
        .initContainers(withResourcesOf(spec.initContainers(), other.initContainers()))
        .build();
  }

  private static List<Container> withResourcesOf(List<Container> all, List<Container> others) {
    List<Container> changed = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      changed.add(
          i < others.size() ? all.get(i).withResources(others.get(i).resources()) : all.get(i));
    }
    return changed;
  }
}
