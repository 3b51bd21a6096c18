package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterPluginsTest {
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final LabelSelector WEB = new LabelSelector(Map.of("app", "web"), List.of());
  private static final PodAffinityTerm WITH_WEB =
      new PodAffinityTerm(
          Optional.of(WEB), List.of(), Optional.empty(), ZONE, List.of(), List.of());

  private static ClusterFixture zones() {
    return ClusterFixture.of(node("a").label(ZONE, "east"), node("b").label(ZONE, "west"));
  }

  @Test
  void an_untolerated_taint_rejects_unless_it_is_only_a_preference() {
    ClusterFixture cluster =
        ClusterFixture.of(
            node("a").taint("gpu", "", "NoSchedule"),
            node("b").taint("gpu", "", "NoExecute"),
            node("c").taint("gpu", "", "PreferNoSchedule"));

    assertThat(cluster.feasible(pod("p"))).containsExactly("c");
    assertThat(cluster.feasible(pod("p").tolerates("gpu", "Exists", "", "NoSchedule")))
        .containsExactly("a", "c");
    assertThat(cluster.feasible(pod("p").tolerates("", "Exists", "", "")))
        .containsExactly("a", "b", "c");
  }

  @Test
  void a_toleration_of_another_value_or_key_tolerates_nothing() {
    ClusterFixture cluster = ClusterFixture.of(node("a").taint("team", "nlp", "NoSchedule"));

    assertThat(cluster.message(pod("p").tolerates("team", "Equal", "vision", "NoSchedule")))
        .startsWith("0/1 nodes are available: 1 node(s) had untolerated taint(s).");
    assertThat(cluster.feasible(pod("p").tolerates("team", "", "nlp", ""))).containsExactly("a");
  }

  @ParameterizedTest
  @CsvSource({
    "950, Gt, 900, true",
    "900, Gt, 900, false",
    "-5, Lt, 0, true",
    "5, Lt, 5, false",
    "high, Gt, 1, false",
    "5, Gt, 01, false",
    "9223372036854775808, Gt, 1, false"
  })
  void a_toleration_compares_whole_numbers(
      String taint, String operator, String than, boolean tolerated) {
    ClusterFixture cluster = ClusterFixture.of(node("a").taint("sla", taint, "NoSchedule"));

    ScheduleResult result =
        cluster.schedule(pod("p").tolerates("sla", operator, than, "NoSchedule"));

    assertThat(result instanceof ScheduleResult.Feasible).isEqualTo(tolerated);
    assertThat(result.assumptions())
        .containsExactly(
            "A toleration of the pod compares numbers; assuming that the feature gate"
                + " TaintTolerationComparisonOperators is on.");
  }

  @Test
  void a_pod_of_a_group_is_never_taken_for_a_single_pod_without_a_word() {
    PodBuilder member =
        pod("p")
            .spec(
                s ->
                    s.schedulingGroup(
                        Optional.of(PodGroupReference.to(PodGroupApi.KUBERNETES, "training"))));

    assertThat(ClusterFixture.of(node("a")).schedule(member).assumptions())
        .containsExactly(
            "kube-scheduler may place the pods of PodGroup training only together; assuming that it"
                + " places each alone.");
  }

  @Test
  void a_host_port_is_taken_for_one_protocol_and_one_address() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a")).with(pod("first").hostPort("10.0.0.1", 80, "TCP").on("a"));

    assertThat(cluster.message(pod("p").hostPort("10.0.0.1", 80, "TCP")))
        .startsWith(
            "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod"
                + " ports.");
    assertThat(cluster.feasible(pod("p").hostPort("10.0.0.1", 80, "UDP"))).containsExactly("a");
    assertThat(cluster.feasible(pod("p").hostPort("10.0.0.2", 80, "TCP"))).containsExactly("a");
    assertThat(cluster.feasible(pod("p").hostPort("", 80, "TCP"))).as("all addresses").isEmpty();
  }

  @Test
  void affinity_takes_the_domains_of_matching_pods_alone() {
    ClusterFixture cluster = zones().with(pod("web").label("app", "web").on("b"));

    assertThat(cluster.feasible(pod("p").affinity(WITH_WEB))).containsExactly("b");
    assertThat(zones().message(pod("p").affinity(WITH_WEB)))
        .startsWith("0/2 nodes are available: 2 node(s) didn't match pod affinity rules.");
  }

  @Test
  void the_first_pod_with_affinity_to_its_own_kind_goes_anywhere_the_label_is() {
    ClusterFixture cluster = ClusterFixture.of(node("a").label(ZONE, "east"), node("without zone"));

    assertThat(cluster.feasible(pod("p").label("app", "web").affinity(WITH_WEB)))
        .containsExactly("a");
  }

  @Test
  void anti_affinity_counts_in_both_directions() {
    ClusterFixture web = zones().with(pod("web").label("app", "web").on("b"));
    ClusterFixture loner = zones().with(pod("loner").antiAffinity(WITH_WEB).on("b"));

    assertThat(web.feasible(pod("p").antiAffinity(WITH_WEB))).containsExactly("a");
    assertThat(loner.feasible(pod("p").label("app", "web"))).containsExactly("a");
    assertThat(loner.feasible(pod("p").label("app", "db"))).containsExactly("a", "b");
  }

  @Test
  void with_fewer_domains_than_min_domains_the_emptiest_counts_as_empty() {
    ClusterFixture cluster =
        zones().with(pod("w1").label("app", "web").on("a"), pod("w2").label("app", "web").on("b"));

    assertThat(cluster.feasible(spread(OptionalInt.of(2)))).containsExactly("a", "b");
    assertThat(cluster.message(spread(OptionalInt.of(3))))
        .startsWith(
            "0/2 nodes are available: 2 node(s) didn't match pod topology spread constraints.");
    assertThat(cluster.feasible(spread(OptionalInt.empty()))).containsExactly("a", "b");
  }

  private static PodBuilder spread(OptionalInt minDomains) {
    return pod("p")
        .label("app", "web")
        .spread(
            new TopologySpreadConstraint(
                1, ZONE, "DoNotSchedule", Optional.of(WEB), minDomains, "", "", List.of()));
  }
}
