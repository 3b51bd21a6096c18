package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimReportTest {
  private static final Volume DATA = new Volume("data", Optional.of("data"));

  private static String summary(ApiObject... others) {
    Pod pod = pod("p").requests("cpu=1").volumes(DATA).build();
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(pod);
    objects.add(node("a").has("cpu", "4").build());
    Cluster cluster =
        ClusterFixture.cluster(objects.toArray(ApiObject[]::new))
            .withCoverage(PersistentVolumeClaim.RESOURCE, Coverage.COMPLETE)
            .withCoverage(PersistentVolume.RESOURCE, Coverage.COMPLETE)
            .withCoverage(StorageClass.RESOURCE, Coverage.COMPLETE);
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return Explainer.ofPod(simulation, pod).summary();
  }

  private static String summary(PersistentVolumeClaimBuilder claim, ApiObject... others) {
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(claim.build());
    return summary(objects.toArray(ApiObject[]::new));
  }

  private static StorageClass disks(String provisioner, String mode) {
    return new StorageClass(ObjectMeta.of("", "disks"), provisioner, mode, false, List.of());
  }

  @Test
  void a_claim_that_is_not_there_is_named() {
    assertThat(summary()).isEqualTo("pod/p finds no node: claim data doesn't exist");
  }

  @Test
  void a_claim_whose_volume_is_gone_is_lost() {
    assertThat(summary(claim("data").keptFor("pv").lost()))
        .isEqualTo("pod/p finds no node: claim data is lost: its volume pv doesn't exist any more");
  }

  @Test
  void a_claim_of_a_class_that_is_not_there_says_which() {
    assertThat(summary(claim("data").of("gold")))
        .endsWith("claim data is pending: its storage class gold doesn't exist");
  }

  @Test
  void a_claim_without_a_class_says_that_none_is_the_default() {
    assertThat(summary(claim("data")))
        .endsWith(
            "claim data is pending: it names no storage class, none is the default, and no volume"
                + " without a class was bound to it");
  }

  @Test
  void a_claim_whose_provisioner_has_not_answered_says_which() {
    assertThat(summary(claim("data").of("disks"), disks("csi.example.com", "Immediate")))
        .endsWith(
            "claim data is pending: provisioner csi.example.com of storage class disks hasn't made"
                + " its volume");
  }

  @Test
  void a_claim_that_waits_for_its_pod_is_no_trouble_while_there_is_a_volume_to_come() {
    assertThat(summary(claim("data").of("disks"), disks("csi.example.com", "WaitForFirstConsumer")))
        .isEqualTo("pod/p would get a node");
    assertThat(
            summary(
                claim("data").of("disks"),
                disks("kubernetes.io/no-provisioner", "WaitForFirstConsumer")))
        .endsWith(
            "claim data is pending: its storage class disks makes no volumes, and none is"
                + " available");
  }

  @Test
  void a_claim_for_one_pod_only_names_the_pod_that_uses_it() {
    Pod user = pod("user").volumes(DATA).on("a").build();
    PersistentVolume volume =
        new PersistentVolume(
            ObjectMeta.of("", "pv"),
            claim("data").build().requests(),
            "",
            List.of("ReadWriteOncePod"),
            "Filesystem",
            "",
            Optional.empty(),
            Optional.empty(),
            "Bound",
            Optional.empty());

    assertThat(summary(claim("data").modes("ReadWriteOncePod").boundTo("pv"), user, volume))
        .endsWith("claim data is for one pod only (ReadWriteOncePod), and in use by user");
  }
}
