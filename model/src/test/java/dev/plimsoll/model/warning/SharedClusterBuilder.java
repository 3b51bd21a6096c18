package dev.plimsoll.model.warning;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.ledger.EnforcedQuotas;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.NamespaceSelection;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A cluster that tenant nlp, in namespaces nlp-*, shares with another, whose names may be any. */
final class SharedClusterBuilder {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private final ClusterBuilder others = Cluster.builder(ClusterFixture.NOW).complete();
  private String other = "vision";
  private String otherNamespace = "vision-prod";
  private List<String> nodes = List.of("n1", "n2", "n3");
  private String ceiling = "100";
  private AdmissionMode admission = AdmissionMode.DENY;
  private boolean hasPolicy = true;
  private boolean hasPools;
  private boolean reservesGangs = true;

  SharedClusterBuilder named(String tenant, String namespace, List<String> nodeNames) {
    other = tenant;
    otherNamespace = namespace;
    nodes = nodeNames;
    return this;
  }

  SharedClusterBuilder ceiling(String amount) {
    ceiling = amount;
    return this;
  }

  SharedClusterBuilder admission(AdmissionMode mode) {
    admission = mode;
    return this;
  }

  SharedClusterBuilder noPolicy() {
    hasPolicy = false;
    return this;
  }

  SharedClusterBuilder podsCountAlone() {
    reservesGangs = false;
    return this;
  }

  SharedClusterBuilder policyPools() {
    hasPools = true;
    return this;
  }

  SharedClusterBuilder resourceQuota(String hard, String used) {
    others.add(
        new ResourceQuota(
            ObjectMeta.of("nlp-prod", "rq"),
            ResourceQuotaSpec.of(list(hard)),
            new ResourceQuotaStatus(list(hard), list(used))));
    return this;
  }

  List<String> warnings(ApiObject created) {
    return warnings(AdmissionRequest.create(created));
  }

  List<String> warnings(ApiObject old, ApiObject updated) {
    return warnings(AdmissionRequest.update(old, updated));
  }

  private List<String> warnings(AdmissionRequest request) {
    Cluster cluster = cluster();
    List<CapacityPolicy> policies = hasPolicy ? List.of(policy()) : List.of();
    return new AdmissionWarnings(
            Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
            policies,
            EnforcedQuotas.of(cluster, policies),
            reservesGangs)
        .of(request);
  }

  private Cluster cluster() {
    others
        .add(node(nodes.get(0), "H100").build())
        .add(node(nodes.get(1), "H100").build())
        .add(node(nodes.get(2), "A100").taint("dedicated", other, "NoSchedule").build())
        .add(namespace("nlp-prod", "nlp"))
        .add(namespace("nlp-dev", "nlp"))
        .add(namespace(otherNamespace, other))
        .add(new ServiceAccount(ObjectMeta.of("nlp-prod", "default"), true, true))
        .add(
            PodBuilder.pod(otherNamespace, "a")
                .requests("nvidia.com/gpu=6")
                .on(nodes.get(0))
                .build())
        .add(
            PodBuilder.pod(otherNamespace, "b")
                .requests("nvidia.com/gpu=1")
                .on(nodes.get(1))
                .build())
        .add(PodBuilder.pod("nlp-dev", "c").requests("nvidia.com/gpu=4").on(nodes.get(1)).build());
    return others.build();
  }

  private CapacityPolicy policy() {
    return CapacityPolicy.proportional(
            "gpus",
            List.of(tenant("nlp", ceiling), tenant(other, "100")),
            List.of(DividedResource.of(GPU)))
        .withPools(
            hasPools
                ? List.of(
                    new NodePool("h100", label("nvidia.com/gpu.product", "H100")),
                    new NodePool("a100", label("nvidia.com/gpu.product", "A100")))
                : List.of())
        .withEnforcement(new Enforcement(admission, PlacementMode.OFF, BorrowingMode.IDLE));
  }

  private static Tenant tenant(String name, String ceiling) {
    return new Tenant(
        name,
        NamespaceSelection.labelled(label("team", name)),
        1,
        Map.of(),
        Map.of(GPU, Amount.parse(ceiling)));
  }

  private static LabelSelector label(String key, String value) {
    return new LabelSelector(Map.of(key, value), List.of());
  }

  private static NodeBuilder node(String name, String product) {
    return NodeBuilder.node(name)
        .label("nvidia.com/gpu.product", product)
        .has("nvidia.com/gpu", "8")
        .has("cpu", "64")
        .has("pods", "110");
  }

  private static Namespace namespace(String name, String team) {
    return new Namespace(ObjectMeta.builder().name(name).labels(Map.of("team", team)).build());
  }

  static Pod pod(String namespace, String name, int gpus) {
    return PodBuilder.pod(namespace, name)
        .requests("nvidia.com/gpu=" + gpus)
        .limits("nvidia.com/gpu=" + gpus)
        .uid("uid-" + name)
        .build();
  }

  static Pod controlled(Pod pod) {
    return pod.withMetadata(
        pod.metadata()
            .withOwners(List.of(new OwnerReference("apps/v1", "ReplicaSet", "web", "u", true))));
  }

  static Pod selecting(Pod pod, String product) {
    return PodBuilder.pod(pod).nodeSelector("nvidia.com/gpu.product", product).build();
  }

  static Pod annotated(Pod pod, String key, String value) {
    return pod.withMetadata(pod.metadata().with().annotations(Map.of(key, value)).build());
  }

  static Pod claiming(Pod pod, String claim) {
    return PodBuilder.pod(pod).volumes(new Volume("data", Optional.of(claim))).build();
  }

  static Workload deployment(int replicas, int gpus) {
    return workload(
        "Deployment",
        "deployments",
        replicas,
        gpus,
        new WorkloadDetails.Deployment(false, Optional.empty()));
  }

  static Workload statefulSet(int replicas, int gpus) {
    return workload(
        "StatefulSet",
        "statefulsets",
        replicas,
        gpus,
        new WorkloadDetails.StatefulSet(true, 0, List.of()));
  }

  static Workload gangOfJob(int parallelism, int gpus) {
    return gang(
        workload(
            "batch/v1",
            "Job",
            "jobs",
            parallelism,
            gpus,
            new WorkloadDetails.Job(
                false, parallelism, OptionalInt.of(parallelism), false, false, 0, 0)),
        Map.of(Gang.SIZE, Gang.PARALLELISM));
  }

  static Workload gang(Workload workload, int size) {
    return gang(workload, "" + size);
  }

  static Workload gang(Workload workload, String size) {
    return gang(workload, Map.of(Gang.SIZE, size, Gang.NAME, workload.name()));
  }

  private static Workload gang(Workload workload, Map<String, String> annotations) {
    Workload.PodTemplate template = workload.templates().get(0);
    return new Workload(
        workload.metadata(),
        workload.type(),
        workload.resource(),
        List.of(
            new Workload.PodTemplate(
                template.path(),
                ObjectMeta.builder().annotations(annotations).build(),
                template.spec(),
                template.replicas())),
        List.of(),
        false,
        false,
        Optional.empty(),
        workload.details());
  }

  private static Workload workload(
      String kind, String resource, int replicas, int gpus, WorkloadDetails details) {
    return workload("apps/v1", kind, resource, replicas, gpus, details);
  }

  private static Workload workload(
      String apiVersion,
      String kind,
      String resource,
      int replicas,
      int gpus,
      WorkloadDetails details) {
    return new Workload(
        ObjectMeta.of("nlp-prod", "web").withUid("web-uid"),
        GroupVersionKind.of(apiVersion, kind),
        new GroupResource(apiVersion.split("/")[0], resource),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.of("", ""),
                pod("", "", gpus).spec(),
                OptionalInt.of(replicas))),
        List.of(),
        false,
        false,
        Optional.empty(),
        details);
  }
}
