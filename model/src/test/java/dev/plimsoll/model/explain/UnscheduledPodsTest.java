package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnscheduledPodsTest {

  private static Simulation simulation(ApiObject... objects) {
    return Simulation.of(
        ClusterFixture.cluster(objects), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static Explanation ofNew(PodBuilder pod, ApiObject... objects) {
    return Explainer.ofNewPod(simulation(objects), pod.build());
  }

  private static Explanation ofExisting(Pod pod, ApiObject... objects) {
    return Explainer.ofPod(simulation(objects).with(new Change.Apply(pod)), pod);
  }

  private static final ApiObject ONE_CPU = node("a").has("cpu", "1").build();

  @Test
  void a_pod_of_another_scheduler_is_not_judged_by_the_rules_of_kube_scheduler() {
    Pod pod = pod("p").requests("cpu=4").spec(s -> s.schedulerName("volcano")).build();
    Explanation explanation = ofExisting(pod, ONE_CPU);

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.OtherScheduler);
    assertThat(explanation.gaps()).isEmpty();
    assertThat(explanation.worst().scheduleResult()).isEmpty();
    assertThat(explanation.worst().notes())
        .contains(
            "it names the scheduler volcano, so kube-scheduler doesn't look at it",
            "it has no condition PodScheduled",
            "no pod that names volcano has a node: it may not be running");
  }

  @Test
  void a_pod_of_another_scheduler_says_what_that_recorded() {
    Condition said = new Condition("PodScheduled", "False", "Unschedulable", "no pod group");
    PodBuilder builder = pod("p").spec(s -> s.schedulerName("volcano"));
    Pod pod = builder.status(s -> s.conditions(List.of(said))).build();
    Pod other = pod("q").spec(s -> s.schedulerName("volcano")).on("a").build();

    assertThat(ofExisting(pod, ONE_CPU, other).worst().notes())
        .contains(
            "its condition PodScheduled is False, Unschedulable: \"no pod group\"",
            "1 pod that names volcano has a node");
  }

  @Test
  void a_new_pod_that_names_its_node_is_left_to_the_kubelet_there() {
    Explanation tooLarge = ofNew(pod("p").requests("cpu=4").on("a"), ONE_CPU);

    assertThat(tooLarge.summary())
        .isEqualTo(
            "pod/p would be rejected by the kubelet of its node: OutOfcpu: Node didn't have enough"
                + " resource: cpu, requested: 4000, used: 0, capacity: 1000");
    assertThat(tooLarge.gaps()).isEmpty();
    assertThat(ofNew(pod("p").on("a"), ONE_CPU).verdict()).isEqualTo(PodVerdict.Placed);
    assertThat(ofNew(pod("p").on("ghost"), ONE_CPU).verdict()).isEqualTo(PodVerdict.NodeLost);
  }

  @Test
  void what_a_kubelet_would_say_is_not_known_where_nodes_were_not_read() {
    Simulation partial =
        Simulation.of(
            ClusterFixture.cluster().withCoverage(Node.RESOURCE, Coverage.NONE),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());

    assertThat(Explainer.ofNewPod(partial, pod("p").on("a").build()).verdict())
        .isEqualTo(PodVerdict.Unknown);
  }

  @Test
  void a_kubelet_overlooks_taints_that_only_keep_the_scheduler_away() {
    ApiObject tainted = node("a").has("cpu", "1").taint("k", "v", "NoSchedule").build();
    ApiObject evicting = node("a").has("cpu", "1").taint("k", "v", "NoExecute").build();

    assertThat(ofNew(pod("p").on("a"), tainted).verdict()).isEqualTo(PodVerdict.Placed);
    assertThat(ofNew(pod("p").on("a"), evicting).worst().notes().get(0))
        .startsWith("TaintToleration: Predicate TaintToleration failed");
  }

  @Test
  void a_pod_whose_victims_are_still_leaving_waits_for_them_and_for_nothing_else() {
    Pod victim = pod("v").requests("cpu=1").priority(1).on("a").terminating().build();
    Pod pod = pod("p").requests("cpu=1").priority(2).nominatedFor("a").build();
    Explanation explanation = ofExisting(pod, ONE_CPU, victim);

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Preempting);
    assertThat(explanation.gaps()).isEmpty();
  }

  @Test
  void a_nominated_pod_that_would_not_fit_without_its_victims_finds_no_node() {
    Pod victim = pod("v").requests("cpu=1").priority(1).on("a").terminating().build();
    Pod pod = pod("p").requests("cpu=2").priority(2).nominatedFor("a").build();

    assertThat(ofExisting(pod, ONE_CPU, victim).verdict()).isEqualTo(PodVerdict.Unschedulable);
  }
}
