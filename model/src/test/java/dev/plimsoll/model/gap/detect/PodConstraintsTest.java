package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeBuilder.volume;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ports, other pods and spread keep a pod from nodes: what exactly, and what would help. */
class PodConstraintsTest {
  private static final LabelSelector WEB = new LabelSelector(Map.of("app", "web"), List.of());
  private static final LabelSelector NOT_OLD =
      new LabelSelector(
          Map.of("app", "web"),
          List.of(
              new LabelSelector.Requirement("tier", "In", List.of("a", "b")),
              new LabelSelector.Requirement("old", "DoesNotExist", List.of())));

  @Test
  void a_taken_host_port_is_named_with_the_namespace_of_who_takes_it() {
    Gap gap =
        unplaced(
            pod("p").hostPort("", 80, "TCP").hostPort("", 443, "TCP").build(),
            pod("q").on("a").hostPort("", 80, "TCP").build(),
            pod("other", "r").on("b").hostPort("", 443, "TCP").build());

    assertThat(gap.message())
        .endsWith(
            "ports for the requested pod ports (host port 443/TCP is taken by pods of other"
                + " namespaces, host port 80/TCP is taken by pods of namespace team-a)");
    assertThat(gap.remedies()).extracting(Remedy::action).containsExactly("add 1 more node like a");
    assertThat(gap.remedies()).allMatch(Remedy::helps);
  }

  @Test
  void pods_that_are_nowhere_are_named_and_need_not_be_there() {
    Gap gap = unplaced(with(term(NOT_OLD), List.of()));

    assertThat(gap.message())
        .endsWith("pod affinity rules (no placed pod has app=web,tier in (a,b),!old)");
    assertThat(helping(gap))
        .containsExactly(
            "stop requiring pods with app=web,tier in (a,b),!old in the same zone (required"
                + " affinity)");
    assertThat(commands(gap)).contains("/spec/affinity/podAffinity/").contains("\"op\":\"remove\"");
  }

  @Test
  void pods_that_are_elsewhere_are_told_from_pods_that_are_nowhere() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("a").label("zone", "a").build(),
            node("b").label("zone", "b").cordoned().build(),
            node("c").build(),
            pod("q").label("app", "web").on("b").build(),
            with(term(WEB), List.of()));

    assertThat(gap.message())
        .contains(
            "pod affinity rules (no label zone, no pod with app=web is on a node with the same"
                + " zone)");
  }

  @Test
  void pods_that_keep_it_away_are_named_and_may_be_near() {
    Gap gap =
        unplaced(
            with(List.of(), term(WEB)),
            pod("q").label("app", "web").on("a").build(),
            pod("r").label("app", "web").on("b").build());

    assertThat(gap.message())
        .endsWith("pod anti-affinity rules (a pod with app=web is on a node with the same zone)");
    assertThat(helping(gap))
        .containsExactly(
            "stop requiring another zone than pods with app=web have (required anti-affinity)");
  }

  @Test
  void a_pod_that_others_keep_away_has_the_label_of_their_domain() {
    Gap gap =
        unplaced(
            pod("p").label("app", "web").build(),
            pod("q").on("a").antiAffinity(term(WEB).get(0)).build(),
            pod("r").on("b").antiAffinity(term(WEB).get(0)).build());

    assertThat(gap.message())
        .endsWith("anti-affinity rules (a pod on a node with the same zone keeps it away)");
  }

  @Test
  void of_many_labels_the_first_are_named() {
    Map<String, String> labels = new TreeMap<>();
    IntStream.range(0, 1000).forEach(i -> labels.put("k%03d".formatted(i), "v"));

    assertThat(unplaced(with(term(new LabelSelector(labels, List.of())), List.of())).message())
        .endsWith("(no placed pod has k000=v,k001=v,k002=v and 997 more)");
  }

  @Test
  void namespaces_that_a_term_selects_by_labels_are_not_named() {
    PodAffinityTerm selecting =
        new PodAffinityTerm(
            Optional.of(WEB),
            List.of(),
            Optional.of(new LabelSelector(Map.of("tier", "x"), List.of())),
            "zone",
            List.of(),
            List.of());
    PodAffinityTerm naming =
        new PodAffinityTerm(
            Optional.of(WEB), List.of("shared"), Optional.empty(), "zone", List.of(), List.of());

    assertThat(unplaced(with(List.of(selecting), List.of())).message())
        .endsWith("(no placed pod has app=web in the selected namespaces)");
    assertThat(unplaced(with(List.of(naming), List.of())).message())
        .endsWith("(no placed pod has app=web in shared)");
  }

  @Test
  void the_emptiest_domain_is_named_and_spread_may_be_preferred() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("a").label("zone", "a").build(),
            node("b").label("zone", "b").cordoned().build(),
            pod("q").label("app", "web").on("a").build(),
            spread(OptionalInt.empty()));

    assertThat(gap.message()).contains("spread constraints (maxSkew 1 over zone, b has 0 pods)");
    assertThat(helping(gap)).contains("prefer to spread the pods over zone, and do not require it");
  }

  @Test
  void too_few_domains_are_told_and_may_be_too_few() {
    Gap gap =
        unplaced(
            spread(OptionalInt.of(3)),
            pod("q").label("app", "web").on("a").build(),
            pod("r").label("app", "web").on("b").build());

    assertThat(gap.message())
        .endsWith("constraints (maxSkew 1 over zone, minDomains 3, but nodes have 2 domains)");
    assertThat(helping(gap))
        .containsExactly("prefer to spread the pods over zone, and do not require it");
    assertThat(commands(gap))
        .contains(
            "\"path\":\"/spec/topologySpreadConstraints/0/whenUnsatisfiable\",\"value\":\"ScheduleAnyway\"")
        .contains("\"op\":\"remove\",\"path\":\"/spec/topologySpreadConstraints/0/minDomains\"");
  }

  @Test
  void a_node_without_the_label_is_told() {
    Gap gap = gap(GapKind.NoEligibleNode, node("a").build(), spread(OptionalInt.empty()));

    assertThat(gap.message()).endsWith("(missing required label) (no label zone)");
  }

  @Test
  void less_cpu_is_requested_where_half_of_it_is_left() {
    Gap gap =
        gap(
            GapKind.Fragmented,
            node("a").has("cpu", "2").has("memory", "8Gi").build(),
            node("b").has("cpu", "3").has("memory", "4Gi").build(),
            pod("p").requests("cpu=4,memory=6Gi").build());

    assertThat(helping(gap))
        .containsExactly("request only 3 cpu and 4Gi memory, if the workload can run with it");
  }

  @Test
  void less_than_half_is_another_job() {
    Gap gap =
        gap(
            GapKind.CapacityExhausted,
            node("a").has("cpu", "2").build(),
            pod("p").requests("cpu=5").build());

    assertThat(gap.remedies()).isEmpty();
  }

  @Test
  void a_volume_that_no_node_reaches_is_named_with_what_it_requires() {
    Pod pod = pod("p").volumes(new Volume("v", Optional.of("data"))).build();
    Cluster cluster =
        ClusterFixture.cluster(
                node("a").label("kubernetes.io/hostname", "a").build(),
                pod,
                claim("data").boundTo("pv").build(),
                volume("pv").keptFor("data").reachedFrom("w", "x", "y", "z").build())
            .withCoverage(PersistentVolumeClaim.RESOURCE, Coverage.COMPLETE)
            .withCoverage(PersistentVolume.RESOURCE, Coverage.COMPLETE)
            .withCoverage(StorageClass.RESOURCE, Coverage.COMPLETE);
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());

    assertThat(gap(GapKind.NoEligibleNode, simulation).message())
        .endsWith(
            "node(s) didn't match PersistentVolume's node affinity (volume pv of claim data requires"
                + " kubernetes.io/hostname in (w, x, y, 1 more))");
  }

  private static Gap unplaced(Pod pod, Pod... others) {
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(node("a").label("zone", "a").build());
    objects.add(node("b").label("zone", "b").build());
    objects.add(pod);
    return gap(GapKind.NoEligibleNode, objects.toArray(ApiObject[]::new));
  }

  private static List<String> helping(Gap gap) {
    return gap.remedies().stream().filter(Remedy::helps).map(Remedy::action).toList();
  }

  private static String commands(Gap gap) {
    return gap.remedies().stream()
        .flatMap(r -> r.commands().stream())
        .map(KubectlCommand::text)
        .toList()
        .toString();
  }

  private static Pod with(List<PodAffinityTerm> together, List<PodAffinityTerm> apart) {
    return pod("p")
        .affinity(together.toArray(PodAffinityTerm[]::new))
        .antiAffinity(apart.toArray(PodAffinityTerm[]::new))
        .build();
  }

  private static List<PodAffinityTerm> term(LabelSelector selector) {
    return List.of(
        new PodAffinityTerm(
            Optional.of(selector), List.of(), Optional.empty(), "zone", List.of(), List.of()));
  }

  private static Pod spread(OptionalInt minDomains) {
    return pod("p")
        .label("app", "web")
        .spread(
            new TopologySpreadConstraint(
                1, "zone", "DoNotSchedule", Optional.of(WEB), minDomains, "", "", List.of()))
        .build();
  }
}
