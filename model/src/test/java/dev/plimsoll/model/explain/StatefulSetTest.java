package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class StatefulSetTest {

  private static Workload set(boolean ordered, int replicas, String cpu, String... claims) {
    List<PersistentVolumeClaim> templates = new ArrayList<>();
    for (String claim : claims) {
      templates.add(claim(claim));
    }
    return new Workload(
            ObjectMeta.of("team-a", "web"),
            GroupVersionKind.of("apps/v1", "StatefulSet"),
            new GroupResource("apps", "statefulsets"),
            List.of(
                new Workload.PodTemplate(
                    "spec.template",
                    ObjectMeta.builder().build(),
                    pod("p").requests("cpu=" + cpu).build().spec(),
                    OptionalInt.of(replicas))),
            List.of(),
            false)
        .withDetails(new WorkloadDetails.StatefulSet(ordered, 0, templates));
  }

  private static PersistentVolumeClaim claim(String name) {
    return PersistentVolumeClaimBuilder.claim(name).of("disks").build();
  }

  private static StorageClass disks(String provisioner, String mode) {
    return new StorageClass(ObjectMeta.of("", "disks"), provisioner, mode, false, List.of());
  }

  private static Pod podOf(String name, boolean ready) {
    Condition condition = new Condition("Ready", ready ? "True" : "False", "", "");
    Pod pod =
        pod(name)
            .requests("cpu=1")
            .on("a")
            .status(s -> s.phase(ready ? "Running" : "Pending").conditions(List.of(condition)))
            .build();
    return pod.withMetadata(
        pod.metadata()
            .withOwners(List.of(new OwnerReference("apps/v1", "StatefulSet", "web", "", true))));
  }

  private static Explanation explain(Workload set, ApiObject... others) {
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(set);
    objects.add(node("a").has("cpu", "4").build());
    Cluster cluster =
        ClusterFixture.cluster(objects.toArray(ApiObject[]::new))
            .withCoverage(PersistentVolumeClaim.RESOURCE, Coverage.COMPLETE)
            .withCoverage(PersistentVolume.RESOURCE, Coverage.COMPLETE)
            .withCoverage(StorageClass.RESOURCE, Coverage.COMPLETE);
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return Explainer.ofWorkload(
        simulation,
        simulation
            .workloads()
            .workloadOf(new ObjectReference("StatefulSet", "team-a", "web", ""))
            .orElseThrow());
  }

  @Test
  void pods_after_one_that_is_not_ready_wait_for_it_and_nothing_denies_them() {
    ApiObject full = ResourceQuotaBuilder.quota("q").hard("pods=1").used("pods=1").build();
    Explanation explanation = explain(set(true, 3, "1"), podOf("web-0", false), full);

    assertThat(explanation.summary())
        .isEqualTo("statefulset/web has 3 pods: 2 waiting for the pod before, 1 placed");
    assertThat(explanation.worst().notes())
        .containsExactly(
            "it is created once web-0 runs and is ready (podManagementPolicy OrderedReady)");
    assertThat(explanation.gaps()).isEmpty();
  }

  @Test
  void the_pod_that_the_others_wait_for_comes_first_where_it_is_in_trouble() {
    Pod pending = podOf("web-0", false);
    Pod homeless =
        pending.withSpec(pending.spec().withNodeName("").withNodeSelector(Map.of("disk", "none")));

    assertThat(explain(set(true, 2, "1"), homeless).verdict()).isEqualTo(PodVerdict.Unschedulable);
  }

  @Test
  void pods_after_one_that_is_ready_are_made() {
    assertThat(explain(set(true, 3, "1"), podOf("web-0", true)).summary())
        .isEqualTo("statefulset/web has 3 pods: 2 that would be placed, 1 placed");
  }

  @Test
  void pods_of_a_parallel_set_wait_for_none() {
    assertThat(explain(set(false, 3, "1"), podOf("web-0", false)).summary())
        .isEqualTo("statefulset/web has 3 pods: 2 that would be placed, 1 placed");
  }

  @Test
  void the_pods_after_the_first_that_finds_no_node_are_not_made() {
    assertThat(explain(set(true, 3, "3")).summary())
        .isEqualTo(
            "statefulset/web has 3 pods: 1 that would be pending, 1 waiting for the pod before, 1"
                + " that would be placed");
  }

  @Test
  void a_claim_that_a_quota_denies_keeps_its_pod_from_being_made() {
    ApiObject full =
        ResourceQuotaBuilder.quota("q")
            .hard("persistentvolumeclaims=1")
            .used("persistentvolumeclaims=1")
            .build();
    Explanation explanation =
        explain(set(false, 2, "1", "data"), full, claim("data-web-0"), disks("x", "Immediate"));

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.DeniedByQuota);
    assertThat(explanation.worst().message())
        .isEqualTo(
            "failed to create PVC data-web-1: persistentvolumeclaims \"data-web-1\" is forbidden:"
                + " exceeded quota: q, requested: persistentvolumeclaims=1, used:"
                + " persistentvolumeclaims=1, limited: persistentvolumeclaims=1");
  }

  @Test
  void a_volume_that_one_pod_gets_is_not_there_for_the_next() {
    PersistentVolume volume =
        new PersistentVolume(
            ObjectMeta.of("", "pv"),
            claim("c").requests(),
            "disks",
            claim("c").accessModes(),
            "Filesystem",
            "",
            Optional.empty(),
            Optional.empty(),
            "Available",
            Optional.empty());
    Explanation explanation =
        explain(
            set(false, 2, "1", "data"),
            volume,
            disks("kubernetes.io/no-provisioner", "WaitForFirstConsumer"));

    assertThat(explanation.summary())
        .isEqualTo("statefulset/web has 2 pods: 1 that would be pending, 1 that would be placed");
    assertThat(explanation.worst().message())
        .contains("1 node(s) didn't find available persistent volumes to bind");
  }

  @Test
  void claims_that_a_provisioner_serves_keep_no_pod_from_a_node() {
    assertThat(explain(set(true, 2, "1", "data"), disks("csi", "Immediate")).summary())
        .isEqualTo("statefulset/web has 2 pods: 2 that would be placed");
  }

  @Test
  void a_new_pod_gets_the_claim_of_its_ephemeral_volume() {
    Volume scratch = new Volume("scratch", Optional.empty(), Optional.of(claim("")));
    Cluster cluster =
        ClusterFixture.cluster(
                node("a").has("cpu", "4").build(), disks("csi", "WaitForFirstConsumer"))
            .withCoverage(PersistentVolumeClaim.RESOURCE, Coverage.COMPLETE)
            .withCoverage(StorageClass.RESOURCE, Coverage.COMPLETE);
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());

    assertThat(
            Explainer.ofNewPod(simulation, pod("p").requests("cpu=1").volumes(scratch).build())
                .verdict())
        .isEqualTo(PodVerdict.Placeable);
  }
}
