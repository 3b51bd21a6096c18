package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
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

  /** A dry run of preemption moves pods; the counts then equal those of a fresh filter. */
  @Test
  void a_filter_that_is_changed_pod_by_pod_answers_as_one_made_anew() {
    ClusterFixture cluster =
        ClusterFixture.of(
                node("a").label(ZONE, "east"),
                node("b").label(ZONE, "west"),
                node("c").label(ZONE, "west"),
                node("d"))
            .with(
                pod("w1").label("app", "web").on("a"),
                pod("w2").label("app", "web").on("a"),
                pod("w3").label("app", "web").on("b"));
    List<PodBuilder> changes =
        List.of(
            pod("n1").label("app", "web"),
            pod("n2").label("app", "db"),
            pod("other", "n3").label("app", "web"),
            pod("n4").antiAffinity(WITH_WEB),
            pod("n5").label("app", "web").antiAffinity(WITH_WEB));
    Snapshot snapshot = cluster.snapshot();

    for (PodBuilder rule :
        List.of(
            spread(OptionalInt.empty()),
            spread(OptionalInt.of(3)),
            pod("p").label("app", "web"),
            pod("p").affinity(WITH_WEB),
            pod("p").label("app", "web").antiAffinity(WITH_WEB))) {
      for (FilterPlugin plugin : List.of(new PodTopologySpread(), new InterPodAffinity())) {
        for (PodBuilder change : changes) {
          for (NodeInfo node : snapshot.nodes()) {
            Pod placed = pod(change.build()).on(node.name()).build();
            Snapshot with = snapshot.with(placed, node.name());
            PodInfo info = snapshot.podInfo(rule.build());
            if (plugin.preFilter(info, snapshot) instanceof PreFilterResult.Check check
                && plugin.preFilter(info, with) instanceof PreFilterResult.Check fresh) {
              NodeFilter added = check.filter().with(with.podInfo(placed), node);
              assertThat(answers(added, with)).isEqualTo(answers(fresh.filter(), with));
              assertThat(answers(fresh.filter().without(with.podInfo(placed), node), snapshot))
                  .isEqualTo(answers(check.filter(), snapshot));
            }
          }
        }
      }
    }
  }

  private static List<Status> answers(NodeFilter filter, Snapshot snapshot) {
    return snapshot.nodes().stream().map(filter::filter).toList();
  }

  /** As {@code calPreFilterState} and {@code countPodsMatchSelector} count. */
  @ParameterizedTest
  @CsvSource({
    "web,  '',     Honor, '',      b",
    "web,  '',     '',    '',      ''",
    "web,  Ignore, Honor, '',      ''",
    "web,  '',     Honor, version, c",
    "web,  '',     Honor, track,   b",
    "none, '',     Honor, '',      b c",
    "all,  '',     Honor, '',      b c",
  })
  void pods_are_spread_over_the_domains_of_nodes_that_count(
      String selector, String affinity, String taints, String labelKey, String feasible) {
    ClusterFixture cluster =
        ClusterFixture.of(
                node("a").label(ZONE, "east"),
                node("b").label(ZONE, "west").label("disk", "ssd"),
                node("c").label(ZONE, "north").label("disk", "ssd"),
                node("x").label(ZONE, "south").label("disk", "ssd").taint("gpu", "", "NoSchedule"))
            .with(
                pod("w1").label("app", "web").label("version", "1").on("b"),
                pod("gone").label("app", "web").label("version", "1").on("b").terminating(),
                pod("w2").label("app", "web").label("version", "2").on("c"),
                pod("w3").label("app", "web").label("version", "2").on("c"));
    TopologySpreadConstraint constraint =
        new TopologySpreadConstraint(
            1,
            ZONE,
            "DoNotSchedule",
            switch (selector) {
              case "web" -> Optional.of(WEB);
              case "all" -> Optional.of(new LabelSelector(Map.of(), List.of()));
              default -> Optional.empty();
            },
            OptionalInt.empty(),
            affinity,
            taints,
            labelKey.isEmpty() ? List.of() : List.of(labelKey));

    PodBuilder pod =
        pod("p")
            .label("app", "web")
            .label("version", "1")
            .nodeSelector("disk", "ssd")
            .spread(constraint);
    assertThat(String.join(" ", cluster.feasible(pod))).isEqualTo(feasible);
  }

  /** As {@code namespaceSelector} of an affinity term selects by the labels of namespaces. */
  @Test
  void a_term_reaches_the_namespaces_that_it_names_or_selects() {
    LabelSelector teams = new LabelSelector(Map.of("team", "yes"), List.of());
    LabelSelector all = new LabelSelector(Map.of(), List.of());
    ClusterFixture cluster =
        zones()
            .with(
                new Namespace(
                    ObjectMeta.builder().name("other").labels(Map.of("team", "yes")).build()),
                new Namespace(ObjectMeta.of("", "third")))
            .with(
                pod("other", "w").label("app", "web").on("a"),
                pod("third", "w").label("app", "web").on("b"));

    assertThat(cluster.feasible(pod("p").affinity(reaching(List.of("third"), Optional.empty()))))
        .containsExactly("b");
    assertThat(cluster.feasible(pod("p").affinity(reaching(List.of(), Optional.of(teams)))))
        .containsExactly("a");
    assertThat(cluster.feasible(pod("p").affinity(reaching(List.of(), Optional.of(all)))))
        .containsExactly("a", "b");
    assertThat(cluster.feasible(pod("p").affinity(WITH_WEB))).isEmpty();
    assertThat(
            cluster
                .with(pod("loner").antiAffinity(reaching(List.of(), Optional.of(teams))).on("b"))
                .feasible(pod("other", "p").label("app", "web")))
        .containsExactly("a");
  }

  @Test
  void where_namespaces_were_not_read_a_selector_of_them_is_assumed_to_select_none() {
    LabelSelector teams = new LabelSelector(Map.of("team", "yes"), List.of());
    LabelSelector exists =
        new LabelSelector(
            Map.of(), List.of(new LabelSelector.Requirement("team", "Exists", List.of())));
    LabelSelector all = new LabelSelector(Map.of(), List.of());
    PodAffinityTerm selecting = reaching(List.of("team-a"), Optional.of(teams));
    PodAffinityTerm selectingToo = reaching(List.of(), Optional.of(exists));
    PodAffinityTerm everywhere = reaching(List.of(), Optional.of(all));
    ClusterFixture loner = zones().with(pod("loner").antiAffinity(selecting).on("b"));

    assertThat(
            zones()
                .with(pod("other", "w").label("app", "web").on("b"))
                .feasible(pod("p").affinity(everywhere)))
        .containsExactly("b");
    assertThat(
            List.of(
                unread(zones(), pod("p").affinity(selecting)),
                unread(zones(), pod("p").antiAffinity(selectingToo)),
                unread(loner, pod("p")),
                unread(zones(), pod("p").affinity(everywhere)),
                unread(zones(), pod("p")),
                unread(loner.with(new Namespace(ObjectMeta.of("", "x"))), pod("p"))))
        .containsExactly(true, true, true, false, false, false);
  }

  /** Returns whether namespaces are required, and assumed to be selected by no term. */
  private static boolean unread(ClusterFixture cluster, PodBuilder pod) {
    Snapshot snapshot = cluster.snapshot();
    PodInfo info = snapshot.podInfo(pod.build());
    InterPodAffinity plugin = new InterPodAffinity();
    boolean required =
        plugin.requirements(info, snapshot).equals(List.of(Requirement.all(Namespace.RESOURCE)));
    assertThat(cluster.schedule(pod).assumptions()).hasSize(required ? 1 : 0);
    return required;
  }

  private static PodAffinityTerm reaching(
      List<String> namespaces, Optional<LabelSelector> selector) {
    return new PodAffinityTerm(Optional.of(WEB), namespaces, selector, ZONE, List.of(), List.of());
  }

  /** As {@code Fits} and {@code fitsRequest} of noderesources/fit.go. */
  @Test
  void what_a_node_lacks_is_told_together_and_is_remembered_for_equal_requests_alone() {
    Snapshot snapshot =
        ClusterFixture.of(
                node("a").has("cpu", "4").has("memory", "4Gi").has("pods", "1"),
                node("b").has("cpu", "4").has("memory", "4Gi"),
                node("c").has("cpu", "4").has("memory", "4Gi"))
            .with(pod("busy").requests("cpu=3").on("a"), pod("full").requests("memory=4Gi").on("b"))
            .snapshot();
    Snapshot mixed =
        ClusterFixture.of(
                node("small").has("cpu", "1").has("memory", "4Gi"),
                node("full").has("cpu", "4").has("memory", "4Gi"),
                node("last").has("cpu", "-1").has("pods", "2").has("memory", "0"))
            .with(pod("busy").requests("cpu=3,memory=4Gi").on("full"), pod("one").on("last"))
            .snapshot();

    assertThat(fit(mixed, "cpu=2,memory=1Gi"))
        .isEqualTo(
            "[Insufficient cpu, Insufficient memory] [Insufficient cpu, Insufficient memory]!"
                + " [Insufficient cpu]!");
    assertThat(fit(mixed, "cpu=0")).as("nothing is always left").isEqualTo("true true true");

    assertThat(
            List.of(
                fit(snapshot, "cpu=1"),
                fit(snapshot, "cpu=2"),
                fit(snapshot, "memory=1Gi"),
                fit(snapshot, "cpu=2,memory=1Gi"),
                fit(snapshot, "cpu=5"),
                fit(snapshot, "cpu=1")))
        .containsExactly(
            "[Too many pods] true true",
            "[Too many pods, Insufficient cpu] true true",
            "[Too many pods] [Insufficient memory] true",
            "[Too many pods, Insufficient cpu] [Insufficient memory] true",
            "[Too many pods, Insufficient cpu]! [Insufficient cpu]! [Insufficient cpu]!",
            "[Too many pods] true true");
    NodeFilter same = filter(snapshot, "cpu=1");
    assertThat(same)
        .isEqualTo(filter(snapshot, "cpu=1"))
        .isNotEqualTo(filter(snapshot, "cpu=2"))
        .isNotEqualTo(
            filter(
                ClusterFixture.of(node("a").has("cpu", "4"))
                    .under(KubernetesVersion.V1_33)
                    .snapshot(),
                "cpu=1"))
        .isNotEqualTo("cpu=1");
    assertThat(filter(snapshot, "cpu=1")).hasSameHashCodeAs(same);
  }

  private static NodeFilter filter(Snapshot snapshot, String requests) {
    PodInfo info = snapshot.podInfo(pod("p").requests(requests).build());
    return ((PreFilterResult.Check)
            new NodeResourcesFit(Set.of(), Set.of()).preFilter(info, snapshot))
        .filter();
  }

  /** Returns the reasons by node, marked where no eviction would help. */
  private static String fit(Snapshot snapshot, String requests) {
    return answers(filter(snapshot, requests), snapshot).stream()
        .map(
            s ->
                s instanceof Rejection r
                    ? r.reasons()
                        + (r.code() == Rejection.Code.UNSCHEDULABLE_AND_UNRESOLVABLE ? "!" : "")
                    : "" + s.isSuccess())
        .collect(Collectors.joining(" "));
  }

  @Test
  void a_pod_that_names_its_node_fits_there_alone() {
    ClusterFixture cluster = zones();

    assertThat(cluster.feasible(pod("p").on("b"))).containsExactly("b");
    assertThat(cluster.message(pod("p").on("gone")))
        .startsWith("0/2 nodes are available: 2 node(s) didn't match the requested node name.");
  }

  /** As {@code addedAffinity} and {@code PreFilter} of nodeaffinity/node_affinity.go have it. */
  @Test
  void terms_of_a_profile_hold_for_each_pod_beside_its_own() {
    NodeAffinity plugin = new NodeAffinity(Optional.of(in(ZONE, "east")), List.of());
    Snapshot snapshot = zones().snapshot();
    Pod west = pod("p").nodeSelector(ZONE, "west").build();

    assertThat(reasons(plugin, snapshot, pod("p").build()))
        .containsExactly("", "node(s) didn't match scheduler-enforced node affinity");
    assertThat(reasons(plugin, snapshot, west))
        .containsExactly(
            "node(s) didn't match Pod's node affinity/selector",
            "node(s) didn't match scheduler-enforced node affinity");
    assertThat(reasons(new NodeAffinity(), snapshot, pod("p").build())).isEmpty();
  }

  private static List<String> reasons(NodeAffinity plugin, Snapshot snapshot, Pod pod) {
    return plugin.preFilter(snapshot.podInfo(pod), snapshot) instanceof PreFilterResult.Check check
        ? answers(check.filter(), snapshot).stream()
            .map(s -> s instanceof Rejection r ? String.join(",", r.reasons()) : "")
            .toList()
        : List.of();
  }

  @Test
  void terms_that_name_nodes_narrow_the_search_to_those_that_all_fields_name() {
    NodeSelector both = fields("metadata.name", "In", "b", "metadata.name", "In", "b");
    NodeSelector none = fields("metadata.name", "In", "a", "metadata.name", "In", "b");
    NodeSelector not = fields("metadata.name", "NotIn", "a", "metadata.name", "NotIn", "a");
    ClusterFixture cluster = ClusterFixture.of(node("a"), node("b"), node("c"));

    assertThat(cluster.feasible(requiring(both))).containsExactly("b");
    assertThat(cluster.feasible(requiring(not))).containsExactly("b", "c");
    assertThat(cluster.message(requiring(none)))
        .startsWith("0/3 nodes are available: pod affinity terms conflict.");
  }

  private static PodBuilder requiring(NodeSelector terms) {
    Affinity affinity =
        new Affinity(Optional.of(terms), List.of(), List.of(), List.of(), List.of(), List.of());
    Pod plain = pod("p").build();
    return pod(plain.withSpec(plain.spec().withAffinity(affinity)));
  }

  private static NodeSelector in(String key, String value) {
    return new NodeSelector(
        List.of(
            new NodeSelector.Term(
                List.of(new NodeSelector.Requirement(key, "In", List.of(value))), List.of())));
  }

  /** Returns a term with two requirements; each has a key, an operator and a value. */
  private static NodeSelector fields(String... texts) {
    return new NodeSelector(
        List.of(
            new NodeSelector.Term(
                List.of(),
                List.of(
                    new NodeSelector.Requirement(texts[0], texts[1], List.of(texts[2])),
                    new NodeSelector.Requirement(texts[3], texts[4], List.of(texts[5]))))));
  }

  @Test
  void a_resource_that_no_class_serves_must_be_on_the_node() {
    ClusterFixture cluster = ClusterFixture.of(node("a").has("nvidia.com/gpu", "1"), node("b"));

    assertThat(cluster.feasible(pod("p").requests("nvidia.com/gpu", "1"))).containsExactly("a");
  }

  @Test
  void a_node_that_lacks_the_key_of_one_constraint_counts_for_none_and_takes_no_pod() {
    ClusterFixture cluster =
        ClusterFixture.of(
                node("a").label(ZONE, "east").label("rack", "1"),
                node("b").label(ZONE, "west").label("rack", "2"),
                node("c").label(ZONE, "north"))
            .with(pod("w1").label("app", "web").on("a"), pod("w2").label("app", "web").on("b"));
    TopologySpreadConstraint racks =
        new TopologySpreadConstraint(
            1, "rack", "DoNotSchedule", Optional.of(WEB), OptionalInt.empty(), "", "", List.of());
    TopologySpreadConstraint zones =
        new TopologySpreadConstraint(
            1, ZONE, "DoNotSchedule", Optional.of(WEB), OptionalInt.empty(), "", "", List.of());

    assertThat(cluster.feasible(pod("p").label("app", "web").spread(zones, racks)))
        .containsExactly("a", "b");
    assertThat(
            cluster.message(
                pod("p").label("app", "web").nodeSelector(ZONE, "north").spread(zones, racks)))
        .contains(
            "1 node(s) didn't match pod topology spread constraints (missing required label)");
  }
}
