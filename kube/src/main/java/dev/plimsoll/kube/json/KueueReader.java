package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued.PodSet;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued.TopologyRequest;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads Kueue's kinds, in the versions v1beta1 and v1beta2.
 *
 * <p>Sources: {@code sigs.k8s.io/kueue/apis/kueue/v1beta2/clusterqueue_types.go}, {@code
 * sigs.k8s.io/kueue/apis/kueue/v1beta2/cohort_types.go}, {@code
 * sigs.k8s.io/kueue/apis/kueue/v1beta2/localqueue_types.go}, {@code
 * sigs.k8s.io/kueue/apis/kueue/v1beta2/resourceflavor_types.go}, {@code
 * sigs.k8s.io/kueue/apis/kueue/v1beta2/workload_types.go}.
 */
final class KueueReader {
  private KueueReader() {}

  static ClusterQueue clusterQueue(Fields object) {
    Fields spec = object.object("spec");
    Fields status = object.object("status");
    return new ClusterQueue(
        object
            .optionalString("apiVersion")
            .map(v -> GroupVersionKind.of(v, ClusterQueue.TYPE.kind()))
            .orElse(ClusterQueue.TYPE),
        ObjectMetaReader.metadata(object),
        spec.string("cohortName", spec.string("cohort")),
        quotas(spec),
        spec.string("queueingStrategy").equals("StrictFIFO") && !spec.has("admissionScope"),
        spec.string("stopPolicy", "None"),
        spec.optional("namespaceSelector").map(SelectorReader::labels),
        preemption(spec.object("preemption")),
        ObjectMetaReader.conditions(status),
        reserved(status));
  }

  static Cohort cohort(Fields object) {
    Fields spec = object.object("spec");
    return new Cohort(
        ObjectMetaReader.metadata(object),
        spec.string("parentName", spec.string("parent")),
        quotas(spec));
  }

  static LocalQueue localQueue(Fields object) {
    Fields spec = object.object("spec");
    return new LocalQueue(
        ObjectMetaReader.metadata(object),
        spec.string("clusterQueue"),
        spec.string("stopPolicy", "None"),
        ObjectMetaReader.conditions(object.object("status")));
  }

  static ResourceFlavor flavor(Fields object) {
    Fields spec = object.object("spec");
    return new ResourceFlavor(
        ObjectMetaReader.metadata(object),
        spec.map("nodeLabels"),
        spec.list("nodeTaints", ClusterScopedReader::taint),
        spec.list("tolerations", SelectorReader::toleration),
        spec.string("topologyName"));
  }

  static WorkloadDetails queued(Fields spec, Fields status) {
    Fields admission = status.object("admission");
    Map<FlavorResource, Quantity> reserved = new HashMap<>();
    for (Fields podSet : admission.list("podSetAssignments", p -> p)) {
      Map<String, String> flavors = podSet.map("flavors");
      podSet
          .resources("resourceUsage")
          .forEach(
              (name, amount) ->
                  Optional.ofNullable(flavors.get(name.name()))
                      .ifPresent(
                          f -> reserved.merge(new FlavorResource(f, name), amount, Quantity::add)));
    }
    return new WorkloadDetails.Queued(
        spec.string("queueName"),
        spec.integer("priority").orElse(0),
        !spec.has("active") || spec.bool("active"),
        admission.string("clusterQueue"),
        reserved,
        spec.list("podSets", KueueReader::podSet),
        status.list("resourceRequests", p -> p.resources("resources")),
        spec.list("podSets", KueueReader::topology).stream().flatMap(Optional::stream).toList(),
        status.has("clusterName") || status.has("nominatedClusterNames"),
        status.object("requeueState").time("requeueAt"));
  }

  private static Map<String, String> preemption(Fields preemption) {
    Map<String, String> policies = new HashMap<>();
    for (String field : List.of("withinClusterQueue", "reclaimWithinCohort")) {
      String policy = preemption.string(field, "Never");
      if (!policy.equals("Never")) {
        policies.put(field, policy);
      }
    }
    return policies;
  }

  private static PodSet podSet(Fields podSet) {
    int count = podSet.integer("count").orElse(1);
    return new PodSet(
        podSet.optionalString("name").orElse("main"),
        count,
        podSet.integer("minCount").orElse(count));
  }

  private static Optional<TopologyRequest> topology(Fields podSet) {
    Fields request = podSet.object("topologyRequest");
    boolean required = request.has("required");
    return required || request.has("preferred") || request.bool("unconstrained")
        ? Optional.of(
            new TopologyRequest(
                podSet.string("name"),
                request.string(required ? "required" : "preferred"),
                required))
        : Optional.empty();
  }

  private static List<FlavorQuota> quotas(Fields spec) {
    List<FlavorQuota> quotas = new ArrayList<>();
    List<Fields> groups = spec.list("resourceGroups", g -> g);
    for (int g = 0; g < groups.size(); g++) {
      List<Fields> flavors = groups.get(g).list("flavors", f -> f);
      for (int f = 0; f < flavors.size(); f++) {
        List<Fields> resources = flavors.get(f).list("resources", r -> r);
        for (int r = 0; r < resources.size(); r++) {
          quotas.add(
              quota(
                  flavors.get(f).string("name"),
                  resources.get(r),
                  "/spec/resourceGroups/" + g + "/flavors/" + f + "/resources/" + r));
        }
      }
    }
    return quotas;
  }

  private static FlavorQuota quota(String flavor, Fields resource, String path) {
    return new FlavorQuota(
        new FlavorResource(flavor, ResourceName.of(resource.string("name"))),
        resource.quantity("nominalQuota"),
        limit(resource, "borrowingLimit"),
        limit(resource, "lendingLimit"),
        path);
  }

  private static Optional<Quantity> limit(Fields resource, String name) {
    return resource.has(name) ? Optional.of(resource.quantity(name)) : Optional.empty();
  }

  private static Map<FlavorResource, Quantity> reserved(Fields status) {
    Map<FlavorResource, Quantity> reserved = new HashMap<>();
    for (Fields flavor : status.list("flavorsReservation", f -> f)) {
      for (Fields resource : flavor.list("resources", r -> r)) {
        reserved.put(
            new FlavorResource(flavor.string("name"), ResourceName.of(resource.string("name"))),
            resource.quantity("total"));
      }
    }
    return reserved;
  }
}
