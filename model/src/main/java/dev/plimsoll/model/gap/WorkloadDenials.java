package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.ObjectReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The denials of workloads' pods, by namespace and by workload. */
final class WorkloadDenials {
  private final List<WorkloadDenial> all;
  private final Map<String, List<WorkloadDenial>> byNamespace = new HashMap<>();
  private final Map<ObjectReference, List<WorkloadDenial>> byRoot = new HashMap<>();

  WorkloadDenials(List<WorkloadDenial> all) {
    this.all = List.copyOf(all);
    for (WorkloadDenial denial : all) {
      byNamespace.computeIfAbsent(denial.namespace(), n -> new ArrayList<>()).add(denial);
      byRoot.computeIfAbsent(denial.workload().root(), r -> new ArrayList<>()).add(denial);
    }
  }

  List<WorkloadDenial> all() {
    return all;
  }

  List<WorkloadDenial> in(String namespace) {
    return byNamespace.getOrDefault(namespace, List.of());
  }

  List<WorkloadDenial> of(ObjectReference root) {
    return byRoot.getOrDefault(root, List.of());
  }
}
