package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainerTest {

  private static Simulation simulation(ApiObject... objects) {
    ClusterBuilder cluster = Cluster.builder(Instant.EPOCH).complete();
    cluster.add(new Namespace(ObjectMeta.of("", "team"))).add(node("a").has("cpu", "4").build());
    List.of(objects).forEach(cluster::add);
    return Simulation.of(cluster.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static PodBuilder pod(String name, String cpu) {
    return PodBuilder.pod("team", name).requests("cpu", cpu);
  }

  private static ResourceQuota quota(long cpus) {
    Resources hard = Resources.of(ResourceName.REQUESTS_CPU, Quantity.of(cpus));
    return new ResourceQuota(
        ObjectMeta.of("team", "cpus"),
        ResourceQuotaSpec.of(hard),
        new ResourceQuotaStatus(hard, Resources.of(ResourceName.REQUESTS_CPU, Quantity.ZERO)));
  }

  private static Explanation explainExisting(Pod pod) {
    return Explainer.ofPod(simulation(pod), pod);
  }

  @Test
  void a_placed_pod_is_named_with_its_node() {
    Explanation explanation = explainExisting(pod("p", "1").on("a").build());

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Placed);
    assertThat(explanation.summary()).isEqualTo("pod/p has a node, a");
  }

  @Test
  void a_gated_pod_says_whose_gate_it_is_and_what_that_waits_for() {
    Explanation explanation =
        explainExisting(
            pod("p", "1").spec(s -> s.schedulingGates(List.of("plimsoll.dev/share"))).build());

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Gated);
    assertThat(explanation.worst().notes())
        .singleElement()
        .asString()
        .startsWith("gated by plimsoll.dev/share, which Plimsoll removes: it waits for its tenant");
  }

  @Test
  void a_pod_that_finds_no_node_says_what_the_scheduler_says() {
    Explanation explanation = explainExisting(pod("p", "8").build());

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Unschedulable);
    assertThat(explanation.worst().message())
        .startsWith("0/1 nodes are available: 1 Insufficient cpu.");
  }

  @Test
  void a_pod_that_a_quota_would_deny_also_says_whether_a_node_would_take_it() {
    Explanation explanation = Explainer.ofNewPod(simulation(quota(1)), pod("p", "2").build());

    assertThat(explanation.summary()).isEqualTo("pod/p is denied by a quota");
    assertThat(explanation.worst().message()).contains("exceeded quota: cpus");
    assertThat(explanation.worst().scheduleResult())
        .containsInstanceOf(ScheduleResult.Feasible.class);
  }

  @Test
  void a_pod_whose_name_is_yet_to_be_generated_shows_the_beginning_of_it() {
    Pod pod = pod("", "2").build();
    Pod unnamed = pod.withMetadata(pod.metadata().withGenerateName("train-"));

    assertThat(Explainer.ofNewPod(simulation(quota(1)), unnamed).summary())
        .isEqualTo("pod/train-… is denied by a quota");
  }

  @Test
  void a_new_pod_that_fits_would_get_a_node() {
    Explanation explanation = Explainer.ofNewPod(simulation(quota(4)), pod("p", "2").build());

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Placeable);
    assertThat(explanation.gaps()).isEmpty();
  }
}
