package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pods with 8 GPUs each, on four nodes of 8, that name a group. */
class PodGroupsTest {
  private static final List<String> NODES = List.of("n0", "n1", "n2", "n3");

  private long nanos;
  private Cluster cluster = nodes();
  private Decisions decisions = new Decisions(cluster, ExtenderSettings.DEFAULT, () -> nanos);

  private static Cluster nodes() {
    ClusterBuilder builder = ExtenderFixtures.cluster();
    NODES.forEach(n -> builder.add(ExtenderFixtures.node(n, 8)));
    Cluster nodes = builder.build();
    for (PodGroupApi api : PodGroupApi.OF_GANGS) {
      nodes = nodes.withCoverage(api.resource(), Coverage.COMPLETE);
    }
    return nodes;
  }

  private void put(ApiObject object) {
    Optional<ApiObject> before =
        cluster.find(object.getClass(), object.namespace(), object.identity()).map(o -> o);
    cluster = cluster.with(object);
    decisions.changed(List.of(new ObjectChange(before, Optional.of(object))), cluster);
  }

  private void remove(ApiObject object) {
    cluster = cluster.without(object);
    decisions.changed(List.of(new ObjectChange(Optional.of(object), Optional.empty())), cluster);
  }

  private static PodGroup group(PodGroupApi api, int minCount) {
    Map<String, Integer> minCounts = minCount > 1 ? Map.of(inWorkload(api), minCount) : Map.of();
    return new PodGroup(ObjectMeta.of("team", "pg"), api, minCounts);
  }

  private static String inWorkload(PodGroupApi api) {
    return api == PodGroupApi.WORKLOAD ? "workers" : "";
  }

  private static Pod member(PodGroupApi api, int number) {
    Pod pod = ExtenderFixtures.pod("team", "member-" + number, 8, "");
    return switch (api) {
      case KUBERNETES, WORKLOAD ->
          pod.withSpec(
              pod.spec()
                  .withSchedulingGroup(
                      Optional.of(new PodGroupReference(api, "pg", inWorkload(api), ""))));
      case SCHEDULER_PLUGINS ->
          PodBuilder.pod(pod).label(PodGroupReference.SCHEDULER_PLUGINS_LABEL, "pg").build();
      case VOLCANO ->
          pod.withMetadata(
              pod.metadata().withAnnotations(Map.of(PodGroupReference.VOLCANO_ANNOTATION, "pg")));
      case KAI ->
          throw new IllegalArgumentException("only KAI's own scheduler looks at its groups");
    };
  }

  private static Pod member(int number) {
    return member(PodGroupApi.SCHEDULER_PLUGINS, number);
  }

  private boolean passes(Pod pod) {
    if (cluster.find(Pod.class, pod.namespace(), pod.name()).isEmpty()) {
      put(pod);
    }
    return decisions.filter(pod, NODES.size(), () -> NODES).filtered().anyPasses(NODES.size());
  }

  private List<Boolean> ask(PodGroupApi api, int count) {
    return IntStream.range(0, count).mapToObj(i -> passes(member(api, i))).toList();
  }

  private void look() {
    new GangAdmission(decisions).sync();
  }

  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    decisions.held().forEach(h -> reasons.add(h.reason().text()));
    return reasons;
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "KAI")
  void pods_of_a_group_wait_for_as_many_as_it_wants_and_are_let_pass_together(PodGroupApi api) {
    put(group(api, 4));
    assertThat(ask(api, 3)).containsOnly(false);
    look();
    assertThat(ask(api, 3)).containsOnly(false);

    assertThat(ask(api, 4)).containsOnly(false);
    look();
    assertThat(ask(api, 4)).containsOnly(true);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "KAI")
  void pods_whose_group_is_not_there_yet_wait_for_it(PodGroupApi api) {
    assertThat(ask(api, 2)).containsOnly(false);
    look();
    assertThat(ask(api, 2)).containsOnly(false);
    assertThat(reasons())
        .hasSize(2)
        .allMatch(r -> r.endsWith("waits until its PodGroup is created"));

    put(group(api, 2));
    look();
    assertThat(ask(api, 2)).containsOnly(true);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "KAI")
  void pods_of_a_group_that_wants_no_more_than_one_are_pods_like_others(PodGroupApi api) {
    put(group(api, 1));

    assertThat(ask(api, 2)).containsOnly(true);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "KAI")
  void where_groups_are_not_served_or_not_read_pods_that_name_one_are_pods_like_others(
      PodGroupApi api) {
    cluster = cluster.withCoverage(api.resource(), Coverage.NONE);
    decisions = new Decisions(cluster, ExtenderSettings.DEFAULT, () -> nanos);

    assertThat(ask(api, 2)).containsOnly(true);
  }

  @Test
  void a_group_that_comes_to_want_fewer_is_let_pass_with_these() {
    put(group(PodGroupApi.SCHEDULER_PLUGINS, 4));
    ask(PodGroupApi.SCHEDULER_PLUGINS, 3);
    look();
    put(group(PodGroupApi.SCHEDULER_PLUGINS, 3));
    look();

    assertThat(ask(PodGroupApi.SCHEDULER_PLUGINS, 3)).containsOnly(true);
  }

  @Test
  void pods_that_run_count_whatever_the_group_wanted_when_they_were_placed() {
    put(group(PodGroupApi.SCHEDULER_PLUGINS, 2));
    put(PodBuilder.pod(member(0)).on("n0").build());
    put(PodBuilder.pod(member(1)).on("n1").build());
    put(group(PodGroupApi.SCHEDULER_PLUGINS, 3));

    assertThat(passes(member(2))).isFalse();
    look();
    assertThat(passes(member(2))).isTrue();
  }

  @Test
  void what_a_group_has_reserved_is_given_back_when_nothing_of_it_is_used() {
    put(group(PodGroupApi.SCHEDULER_PLUGINS, 4));
    ask(PodGroupApi.SCHEDULER_PLUGINS, 4);
    look();
    assertThat(decisions.assumedPods()).hasSize(4);
    remove(group(PodGroupApi.SCHEDULER_PLUGINS, 4));
    nanos += Gangs.RESERVED.toNanos();
    look();

    assertThat(decisions.assumedPods()).isEmpty();
  }

  @Test
  void pods_that_are_free_since_their_group_has_changed_are_requeued() {
    ask(PodGroupApi.SCHEDULER_PLUGINS, 2);
    put(group(PodGroupApi.SCHEDULER_PLUGINS, 1));
    look();

    assertThat(decisions.released(10)).isEmpty();
    assertThat(decisions.released(10).get("team")).hasSize(2);
  }

  @Test
  void a_pod_that_says_the_size_itself_does_not_wait_for_a_group() {
    Pod pod = PodBuilder.pod(member(0)).label("plimsoll.dev/group-size", "2").build();

    assertThat(passes(pod)).isFalse();
    assertThat(reasons()).containsExactly("gang pg waits until all its pods can be placed");
  }
}
