package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultPreemptionTest {

  private static PodBuilder sized(String name, String cpu, int priority) {
    return pod(name).requests("cpu", cpu).priority(priority);
  }

  private static ScheduleResult.Preempting preempting(ClusterFixture cluster, PodBuilder pod) {
    return assertThat(cluster.schedule(pod))
        .asInstanceOf(InstanceOfAssertFactories.type(ScheduleResult.Preempting.class))
        .actual();
  }

  @Test
  void only_as_many_pods_of_lower_priority_go_as_must() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "4"))
            .with(
                sized("low", "2", 1).on("a"),
                sized("middle", "1", 2).on("a"),
                sized("high", "1", 9).on("a"));

    ScheduleResult.Preempting preempting = preempting(cluster, sized("p", "2", 5));

    assertThat(preempting.node()).isEqualTo("a");
    assertThat(preempting.victims()).extracting(Pod::name).containsExactly("low");
  }

  @Test
  void the_node_whose_highest_victim_is_lowest_is_nominated() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2"), node("b").has("cpu", "2"))
            .with(sized("middle", "2", 2).on("a"), sized("low", "2", 1).on("b"));

    assertThat(preempting(cluster, sized("p", "2", 5)).node()).isEqualTo("b");
  }

  /** Up to twelve pods, Go's sort inserts one after the other. */
  @ParameterizedTest
  @ValueSource(ints = {3, 12})
  void of_pods_without_a_start_time_the_first_are_the_least_important(int pods) {
    PodBuilder[] running =
        IntStream.rangeClosed(1, pods)
            .mapToObj(i -> sized("v%02d".formatted(i), "1", 1).on("a"))
            .toArray(PodBuilder[]::new);
    ClusterFixture cluster = ClusterFixture.of(node("a").has("cpu", "" + pods)).with(running);

    assertThat(preempting(cluster, sized("p", "2", 5)).victims())
        .extracting(Pod::name)
        .containsExactly("v02", "v01");
  }

  @Test
  void pods_of_the_same_priority_stay() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2")).with(sized("equal", "2", 5).on("a"));

    assertThat(message(cluster, sized("p", "2", 5)))
        .endsWith(
            "preemption: 0/1 nodes are available: 1 No preemption victims found for incoming"
                + " pod.");
  }

  @Test
  void a_pod_whose_policy_is_never_preempts_nothing() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2")).with(sized("low", "2", 1).on("a"));

    assertThat(message(cluster, sized("p", "2", 5).spec(s -> s.preemptionPolicy("Never"))))
        .endsWith("preemption: not eligible due to preemptionPolicy=Never.");
  }

  @Test
  void a_pod_waits_for_its_victims_on_the_nominated_node() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2"))
            .with(sized("low", "2", 1).on("a").beingPreempted());

    assertThat(message(cluster, sized("p", "2", 5).nominatedFor("a")))
        .endsWith("preemption: not eligible due to a terminating pod on the nominated node.");
  }

  private static PodDisruptionBudget budget(long allowed, String app, String... disrupted) {
    Map<String, String> labels = app.isEmpty() ? Map.of() : Map.of("app", app);
    return new PodDisruptionBudget(
        ObjectMeta.of("team-a", "budget"),
        Optional.of(new LabelSelector(labels, List.of())),
        allowed,
        Set.of(disrupted),
        true);
  }

  private static ClusterFixture guardedOnOneOfTwoNodes(PodDisruptionBudget budget) {
    return ClusterFixture.of(node("a").has("cpu", "4"), node("b").has("cpu", "4"))
        .with(
            sized("guarded", "4", 1).label("app", "x").on("a"),
            sized("free1", "2", 1).on("b"),
            sized("free2", "2", 2).on("b"))
        .with(budget);
  }

  @Test
  void the_node_with_the_fewest_protected_victims_is_nominated_before_all_else() {
    assertThat(preempting(guardedOnOneOfTwoNodes(budget(0, "x")), sized("p", "4", 5)).node())
        .isEqualTo("b");
    assertThat(preempting(guardedOnOneOfTwoNodes(budget(1, "x")), sized("p", "4", 5)).node())
        .isEqualTo("a");
  }

  @Test
  void a_pod_whose_eviction_has_begun_is_protected_no_more() {
    ClusterFixture cluster = guardedOnOneOfTwoNodes(budget(0, "x", "guarded"));

    assertThat(preempting(cluster, sized("p", "4", 5)).node()).isEqualTo("a");
  }

  @Test
  void a_budget_whose_selector_is_empty_protects_none() {
    assertThat(preempting(guardedOnOneOfTwoNodes(budget(0, "")), sized("p", "4", 5)).node())
        .isEqualTo("a");
  }

  @Test
  void a_protected_pod_stays_rather_than_a_more_important_one() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "4"))
            .with(sized("guarded", "2", 1).label("app", "x").on("a"), sized("free", "2", 2).on("a"))
            .with(budget(0, "x"));

    assertThat(preempting(cluster, sized("p", "2", 5)).victims())
        .extracting(Pod::name)
        .containsExactly("free");
  }

  @Test
  void a_budget_protects_those_pods_that_are_left_once_as_many_went_as_it_allows() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "4"))
            .with(
                sized("first", "2", 3).label("app", "x").on("a"),
                sized("second", "2", 2).label("app", "x").on("a"))
            .with(budget(1, "x"));

    assertThat(preempting(cluster, sized("p", "2", 5)).victims())
        .extracting(Pod::name)
        .containsExactly("first");
  }

  @Test
  void budgets_that_were_not_read_are_not_taken_for_absent() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2")).with(sized("low", "2", 1).on("a"));

    assertThat(preempting(cluster, sized("p", "2", 5)).assumptions())
        .containsExactly(
            "The snapshot has no PodDisruptionBudgets; assuming that none protects the pods to be"
                + " evicted.");
    assertThat(preempting(cluster.with(budget(1, "x")), sized("p", "2", 5)).assumptions())
        .isEmpty();
  }

  private static String message(ClusterFixture cluster, PodBuilder pod) {
    return assertThat(cluster.schedule(pod))
        .asInstanceOf(InstanceOfAssertFactories.type(ScheduleResult.Unschedulable.class))
        .actual()
        .message();
  }

  /** As {@code pickOneNodeForPreemption} of preemption.go ranks the candidates. */
  static Stream<Arguments> candidates() {
    return Stream.of(
        Arguments.of(List.of("3 1"), List.of("3 2"), "b"),
        Arguments.of(List.of("3 1", "1 9"), List.of("3 1", "0 9"), "b"),
        Arguments.of(List.of("3 1", "-9 9"), List.of("3 1"), "b"),
        Arguments.of(List.of("3 1", "-2147483648 9"), List.of("3 1"), "b"),
        Arguments.of(List.of("3 1", "1 1"), List.of("3 1", "1 9"), "a"),
        Arguments.of(List.of("3 1", "1 9"), List.of("3 2", "1 1"), "b"),
        Arguments.of(List.of("3 5", "3 1"), List.of("3 2", "3 4"), "b"),
        Arguments.of(List.of("3 5"), List.of("3 -1"), "b"));
  }

  @ParameterizedTest
  @MethodSource("candidates")
  void the_node_whose_victims_matter_least_and_started_last_is_nominated(
      List<String> a, List<String> b, String nominated) {
    ClusterFixture cluster =
        ClusterFixture.of(
                node("a").has("pods", "" + a.size()), node("b").has("pods", "" + b.size()))
            .with(victims("a", a))
            .with(victims("b", b));

    assertThat(preempting(cluster, wholeNode(5)).node()).isEqualTo(nominated);
  }

  /** Returns pods by priority and second of start; one without a start is yet to start. */
  private static PodBuilder[] victims(String node, List<String> victims) {
    return victims.stream()
        .map(v -> v.split(" "))
        .map(
            v ->
                sized(node + v[0] + v[1], "0", Integer.parseInt(v[0]))
                    .hostPort("", 80 + Integer.parseInt(v[1]), "TCP")
                    .status(s -> s.startTime(start(Long.parseLong(v[1]))))
                    .on(node))
        .toArray(PodBuilder[]::new);
  }

  /** Returns a pod that wants all ports that victims have. */
  private static PodBuilder wholeNode(int priority) {
    PodBuilder pod = pod("p").priority(priority);
    for (int port = 79; port < 90; port++) {
      pod.hostPort("", port, "TCP");
    }
    return pod;
  }

  private static Optional<Instant> start(long second) {
    return second < 0 ? Optional.empty() : Optional.of(Instant.EPOCH.minusSeconds(100 - second));
  }

  /** Kubernetes looks for a tenth of the nodes, at least 100. */
  @ParameterizedTest
  @CsvSource({"150, 99, true", "150, 100, false", "2000, 199, true", "2000, 200, false"})
  void of_many_nodes_only_some_are_candidates(int nodes, int best, boolean nominated) {
    NodeBuilder[] all =
        IntStream.range(0, nodes)
            .mapToObj(i -> node("n%04d".formatted(i)).has("cpu", "1"))
            .toArray(NodeBuilder[]::new);
    PodBuilder[] victims =
        IntStream.range(0, nodes)
            .mapToObj(i -> sized("v" + i, "1", i == best ? 1 : 2).on("n%04d".formatted(i)))
            .toArray(PodBuilder[]::new);

    assertThat(preempting(ClusterFixture.of(all).with(victims), sized("p", "1", 5)).node())
        .isEqualTo("n%04d".formatted(nominated ? best : 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 20})
  void of_equal_priority_the_pods_that_started_last_go(int pods) {
    PodBuilder[] running =
        IntStream.range(0, pods)
            .mapToObj(
                i -> sized("v" + i, "1", 1).status(s -> s.startTime(start(i * 7 % pods))).on("a"))
            .toArray(PodBuilder[]::new);
    ClusterFixture cluster = ClusterFixture.of(node("a").has("cpu", "" + pods)).with(running);

    assertThat(preempting(cluster, sized("p", "2", 5)).victims())
        .extracting(v -> v.status().startTime())
        .containsExactly(start(pods - 2L), start(pods - 1L));
  }

  /** As {@code PodEligibleToPreemptOthers} has it. */
  static Stream<Arguments> nominated() {
    PodBuilder going = sized("low", "1", 1).on("a").beingPreempted();
    return Stream.of(
        Arguments.of(going, "a", false),
        Arguments.of(sized("equal", "1", 5).on("a").beingPreempted(), "a", true),
        Arguments.of(sized("low", "1", 1).on("a").terminating(), "a", true),
        Arguments.of(
            sized("low", "1", 1)
                .on("a")
                .beingPreempted()
                .status(
                    s ->
                        s.conditions(
                            List.of(
                                new Condition(
                                    "DisruptionTarget", "False", "PreemptionByScheduler", "")))),
            "a",
            true),
        Arguments.of(
            sized("low", "1", 1)
                .on("a")
                .beingPreempted()
                .status(
                    s ->
                        s.conditions(
                            List.of(new Condition("DisruptionTarget", "True", "Other", "")))),
            "a",
            true),
        Arguments.of(going, "gone", true));
  }

  @ParameterizedTest
  @MethodSource("nominated")
  void a_pod_waits_only_for_lesser_pods_that_were_preempted_on_its_nominated_node(
      PodBuilder other, String node, boolean preempts) {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2")).with(other, sized("victim", "1", 1).on("a"));

    assertThat(cluster.schedule(sized("p", "1", 5).nominatedFor(node)))
        .isInstanceOf(
            preempts ? ScheduleResult.Preempting.class : ScheduleResult.Unschedulable.class);
  }

  /** As {@code SelectVictimsOnNode} sorts all victims again once protected pods are among them. */
  @Test
  void the_most_important_victim_is_named_first_even_before_a_protected_one() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "4"))
            .with(sized("guarded", "2", 1).label("app", "x").on("a"), sized("free", "2", 2).on("a"))
            .with(budget(0, "x"));

    assertThat(preempting(cluster, sized("p", "4", 5)).victims())
        .extracting(Pod::name)
        .containsExactly("free", "guarded");
  }

  @Test
  void pods_are_alike_for_preemption_by_priority_and_policy_unless_nominated() {
    Snapshot snapshot = ClusterFixture.of(node("a")).snapshot();
    Object usual = likeness(snapshot, sized("p", "1", 5)).orElseThrow();

    assertThat(likeness(snapshot, sized("q", "2", 5))).contains(usual);
    assertThat(likeness(snapshot, sized("p", "1", 6)).orElseThrow()).isNotEqualTo(usual);
    assertThat(likeness(snapshot, sized("p", "1", 5).nominatedFor("a"))).isEmpty();
    PodBuilder claiming =
        pod("p").spec(s -> s.resourceClaims(List.of(new PodResourceClaim("c", "c", ""))));
    DynamicResources devices = new DynamicResources();
    assertThat(devices.likeness(snapshot.podInfo(pod("p").build()), snapshot)).isPresent();
    assertThat(devices.likeness(snapshot.podInfo(claiming.build()), snapshot)).isEmpty();
  }

  private static Optional<Object> likeness(Snapshot snapshot, PodBuilder pod) {
    return new DefaultPreemption().likeness(snapshot.podInfo(pod.build()), snapshot);
  }

  @Test
  void pods_that_can_come_back_do_so_in_the_place_of_those_that_cannot() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "4"))
            .with(sized("big", "3", 2).on("a"), sized("small", "1", 1).on("a"));

    assertThat(preempting(cluster, sized("p", "3", 5)).victims())
        .extracting(Pod::name)
        .containsExactly("big");
  }

  @Test
  void pods_of_the_same_priority_stay_also_beside_lesser_ones() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2"))
            .with(sized("equal", "1", 5).on("a"), sized("low", "1", 1).on("a"));

    assertThat(message(cluster, sized("p", "2", 5)))
        .endsWith("preemption: 0/1 nodes are available: 1 Insufficient cpu.");
  }

  @Test
  void of_equal_priority_a_pod_that_has_not_started_goes_first() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "2"))
            .with(
                sized("new", "1", 1).on("a"),
                sized("old", "1", 1).status(s -> s.startTime(start(1))).on("a"));

    assertThat(preempting(cluster, sized("p", "1", 5)).victims())
        .extracting(Pod::name)
        .containsExactly("new");
  }

  @Test
  void a_budget_with_an_empty_selector_protects_no_pod_of_its_namespace_more_than_others() {
    ClusterFixture cluster =
        ClusterFixture.of(node("a").has("cpu", "1"), node("b").has("cpu", "1"))
            .with(
                sized("own", "1", 1).on("a"),
                pod("team-b", "other").requests("cpu=1").priority(1).on("b"))
            .with(budget(0, ""));

    assertThat(preempting(cluster, sized("p", "1", 5)).node()).isEqualTo("a");
  }
}
