package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeBuilder.volume;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_31;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_32;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_33;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_34;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_35;
import static dev.plimsoll.kubernetes.version.KubernetesVersion.V1_36;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What differs between the versions of kube-scheduler. */
class PluginVersionsTest {
  private static final String NOT_HELPFUL = "Preemption is not helpful for scheduling.";

  private static PodBuilder user(String claim) {
    return pod("p").volumes(new Volume("data", Optional.of(claim)));
  }

  @Test
  void each_untolerated_taint_is_named_up_to_1_33() {
    ClusterFixture cluster =
        ClusterFixture.of(
            node("a").taint("team", "nlp", "NoSchedule").taint("gpu", "", "NoExecute"),
            node("b").taint("gpu", "", "NoExecute"));

    assertThat(cluster.under(V1_33).message(pod("p")))
        .isEqualTo(
            "0/2 nodes are available: 1 node(s) had untolerated taint {gpu: }, 1 node(s) had"
                + " untolerated taint {team: nlp}. preemption: 0/2 nodes are available: 2 "
                + NOT_HELPFUL);
    assertThat(cluster.under(V1_33).message(pod("p").tolerates("team", "Exists", "", "")))
        .startsWith("0/2 nodes are available: 2 node(s) had untolerated taint {gpu: }.");
    assertThat(cluster.under(V1_34).message(pod("p")))
        .isEqualTo(
            "0/2 nodes are available: 2 node(s) had untolerated taint(s). no new claims to"
                + " deallocate, preemption: 0/2 nodes are available: 2 "
                + NOT_HELPFUL);
  }

  @Test
  void preemption_looks_at_nodes_that_are_too_small_up_to_1_33() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2"))
            .with(pod("low").requests("cpu=1").priority(1).on("a"));

    assertThat(cluster.under(V1_33).message(pod("p").requests("cpu=4").priority(9)))
        .endsWith("preemption: 0/1 nodes are available: 1 Insufficient cpu.");
    assertThat(cluster.under(V1_34).message(pod("p").requests("cpu=4").priority(9)))
        .endsWith("preemption: 0/1 nodes are available: 1 " + NOT_HELPFUL);
  }

  @Test
  void claims_on_devices_are_no_matter_of_a_scheduler_whose_gate_is_off() {
    ClusterFixture cluster = ClusterFixture.of(node("a").cordoned());
    KubernetesControlPlane enabled =
        KubernetesControlPlane.of(V1_33, Origin.OPTION)
            .withFeatureGates(Map.of(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION, true));

    String without =
        "0/1 nodes are available: 1 node(s) were unschedulable. preemption: 0/1 nodes are"
            + " available: 1 "
            + NOT_HELPFUL;
    assertThat(cluster.under(V1_33).message(pod("p"))).isEqualTo(without);
    assertThat(cluster.under(enabled).message(pod("p"))).isEqualTo(without);
    assertThat(cluster.under(V1_34).message(pod("p"))).contains("no new claims to deallocate, ");
  }

  @Test
  void nodes_that_are_out_of_the_question_are_not_counted_in_1_31() {
    ClusterFixture cluster = ClusterFixture.of(node("a").has("cpu", "2"), node("b"));
    Pod plain = pod("p").requests("cpu=4").build();
    Pod pod = plain.withSpec(plain.spec().withAffinity(requiringNodeNamed("a")));

    assertThat(unschedulable(cluster.under(V1_31).schedule(pod)))
        .startsWith("0/2 nodes are available: 1 Insufficient cpu. preemption: 0/2 nodes");
    assertThat(unschedulable(cluster.under(V1_32).schedule(pod)))
        .startsWith(
            "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s)"
                + " [NodeAffinity]. preemption: 0/2 nodes");
  }

  @Test
  void a_pod_that_is_rejected_before_nodes_are_looked_at_is_told_so_up_to_1_33() {
    ClusterFixture cluster = ClusterFixture.of(node("a")).with(claim("other").build());
    String reason = "0/1 nodes are available: persistentvolumeclaim \"data\" not found. ";

    assertThat(cluster.under(V1_33).message(user("data")))
        .isEqualTo(reason + "preemption: 0/1 nodes are available: 1 " + NOT_HELPFUL);
    assertThat(cluster.under(V1_34).message(user("data"))).isEqualTo(reason + "not found");
  }

  @Test
  void a_claim_for_one_pod_only_has_another_text_up_to_1_33() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a"))
            .with(claim("data").boundTo("v").modes("ReadWriteOncePod").build())
            .with(volume("v").build())
            .with(pod("other").volumes(new Volume("data", Optional.of("data"))).on("a"));

    assertThat(cluster.under(V1_33).message(user("data")))
        .contains(
            "1 node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod"
                + " access mode");
  }

  @Test
  void a_volume_out_of_reach_has_another_text_up_to_1_32() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a"))
            .with(claim("data").boundTo("v").build())
            .with(volume("v").reachedFrom("elsewhere").build());

    assertThat(cluster.under(V1_32).message(user("data")))
        .contains("1 node(s) had volume node affinity conflict");
    assertThat(cluster.under(V1_33).message(user("data")))
        .contains("1 node(s) didn't match PersistentVolume's node affinity");
  }

  @Test
  void what_is_balanced_is_ranked_by_the_result_up_to_1_35_and_then_by_the_change() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "10").has("memory", "10Gi"))
            .with(pod("other").requests("cpu=6,memory=1Gi").on("a"));
    PodBuilder pod = pod("p").requests("memory=1Gi");

    assertThat(balance(cluster, V1_35, pod)).isEqualTo(80);
    assertThat(balance(cluster, V1_36, pod)).isEqualTo(77);
  }

  @Test
  void pods_that_request_nothing_are_ranked_by_balance_up_to_1_32() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "10").has("memory", "10Gi"))
            .with(pod("other").requests("cpu=6,memory=1Gi").on("a"));

    assertThat(balance(cluster, V1_32, pod("p"))).isEqualTo(75);
    assertThat(
            new NodeResourcesBalancedAllocation()
                .score(
                    cluster.under(V1_33).snapshot().podInfo(pod("p").build()),
                    cluster.snapshot(),
                    cluster.snapshot().nodes()))
        .isEmpty();
  }

  private static Affinity requiringNodeNamed(String name) {
    NodeSelector.Term term =
        new NodeSelector.Term(
            List.of(), List.of(new NodeSelector.Requirement("metadata.name", "In", List.of(name))));
    return new Affinity(
        Optional.of(new NodeSelector(List.of(term))),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static String unschedulable(ScheduleResult result) {
    return ((ScheduleResult.Unschedulable) result).message();
  }

  private static long balance(ClusterFixture cluster, KubernetesVersion version, PodBuilder pod) {
    Snapshot snapshot = cluster.under(version).snapshot();
    return new NodeResourcesBalancedAllocation()
        .score(snapshot.podInfo(pod.build()), snapshot, List.of(snapshot.node(0)))[0];
  }
}
