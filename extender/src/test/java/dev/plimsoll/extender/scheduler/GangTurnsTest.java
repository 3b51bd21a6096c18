package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderBindingArgs;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Four nodes of 16 GPUs, which two tenants share; a gang of four pods that is never bound. */
class GangTurnsTest {
  private static final List<String> NODES = List.of("n0", "n1", "n2", "n3");

  private long nanos;
  private Cluster cluster =
      NODES.stream()
          .reduce(
              ExtenderFixtures.cluster(),
              (builder, name) -> builder.add(ExtenderFixtures.node(name, 16)),
              (one, other) -> one)
          .build();
  private final Decisions decisions =
      new Decisions(
          cluster,
          ExtenderSettings.DEFAULT.withPolicies(
              List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.IDLE))),
          () -> nanos);
  private final GangAdmission admission = new GangAdmission(decisions);

  private Pod show(Pod pod) {
    Optional<Pod> before = cluster.find(Pod.class, pod.namespace(), pod.name());
    cluster = cluster.with(pod);
    decisions.changed(List.of(new ObjectChange(before.map(p -> p), Optional.of(pod))), cluster);
    return pod;
  }

  private boolean passes(Pod pod) {
    return decisions.filter(pod, NODES.size(), () -> NODES).filtered().anyPasses(NODES.size());
  }

  private List<Pod> gang(String name, long gpus) {
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Pod pod =
          PodBuilder.pod(ExtenderFixtures.pod("one", name + "-" + i, gpus, ""))
              .label(Gang.NAME, name)
              .label(Gang.SIZE, "4")
              .build();
      pods.add(show(pod));
      passes(pod);
    }
    return pods;
  }

  private void pass(Duration duration) {
    nanos += duration.toNanos();
    admission.sync();
  }

  private boolean isReserved() {
    Pod any = show(ExtenderFixtures.pod("stranger", "any", 16, ""));
    boolean passes = passes(any);
    decisions.forgetPod(any.metadata().uid());
    return !passes;
  }

  @Test
  void what_a_gang_would_borrow_is_not_kept_from_an_owner() {
    gang("large", 16);
    admission.sync();
    assertThat(isReserved()).isTrue();

    assertThat(passes(show(ExtenderFixtures.pod("two", "owner", 16, "")))).isTrue();
    assertThat(isReserved()).isFalse();
  }

  @Test
  void what_a_gang_has_reserved_within_its_share_is_kept_from_everybody() {
    gang("small", 8);
    admission.sync();
    List<String> reserved = reservedNodes();

    assertThat(reserved).hasSizeGreaterThanOrEqualTo(2);
    Pod owner = show(ExtenderFixtures.pod("two", "owner", 16, ""));
    assertThat(
            decisions
                .filter(owner, reserved.size(), () -> reserved)
                .filtered()
                .anyPasses(reserved.size()))
        .isFalse();
    assertThat(reservedNodes()).isEqualTo(reserved);
  }

  private boolean passesOn(Pod pod, String node) {
    return decisions.filter(pod, 1, () -> List.of(node)).filtered().anyPasses(1);
  }

  /** Returns how many GPUs are left on the node beside what is reserved. */
  private long left(String node) {
    long left = 16;
    while (!passesOn(show(ExtenderFixtures.pod("stranger", "probe", left, "")), node)) {
      left--;
    }
    decisions.forgetPod("uid-probe");
    return left;
  }

  /** Returns the nodes that aren't open to a pod that would take all of a node. */
  private List<String> reservedNodes() {
    Pod any = show(ExtenderFixtures.pod("stranger", "any", 16, ""));
    ExtenderFilterResult result = decisions.filter(any, NODES.size(), () -> NODES).filtered();
    decisions.forgetPod(any.metadata().uid());
    return NODES.stream().filter(n -> !result.passes(NODES.indexOf(n))).toList();
  }

  @Test
  void a_gang_that_did_not_bind_in_its_turn_waits_twice_as_long_each_time_up_to_an_hour() {
    gang("large", 16);
    List<Long> minutes = new ArrayList<>();
    boolean wasReserved = false;
    for (int minute = 0; minute < 400; minute++) {
      admission.sync();
      boolean isReserved = isReserved();
      if (isReserved && !wasReserved) {
        minutes.add((long) minute);
      }
      wasReserved = isReserved;
      pass(Duration.ofMinutes(1));
    }

    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < minutes.size(); i++) {
      gaps.add(minutes.get(i) - minutes.get(i - 1) - 1);
    }
    assertThat(gaps).startsWith(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    assertThat(decisions.held())
        .extracting(h -> h.reason().text())
        .containsOnly(
            "gang large waits longer, since none of its pods was bound when it had its turn");
  }

  @Test
  void a_gang_that_binds_a_pod_begins_again() {
    List<Pod> pods = gang("large", 16);
    admission.sync();
    pass(Duration.ofSeconds(61));
    pass(Duration.ofSeconds(61));
    assertThat(isReserved()).isTrue();
    show(PodBuilder.pod(pods.get(0)).on("n0").build());

    pass(Duration.ofSeconds(61));
    assertThat(reservedNodes()).isEmpty();
    pass(Duration.ofSeconds(61));

    assertThat(reservedNodes()).containsExactly("n1", "n2", "n3");
  }

  @Test
  void what_is_being_bound_to_another_node_takes_nothing_of_the_gangs_node() {
    gang("small", 6);
    admission.sync();
    List<String> reserved = reservedNodes();
    String first = reserved.get(0);
    String other = NODES.stream().filter(n -> !n.equals(first)).findFirst().orElseThrow();
    Pod elsewhere = show(ExtenderFixtures.pod("two", "elsewhere", 1, ""));
    Pod here = show(ExtenderFixtures.pod("two", "here", left(first), ""));

    String rejection =
        decisions
            .bind(new ExtenderBindingArgs("elsewhere", "two", elsewhere.metadata().uid(), other))
            .value()
            .orElseThrow()
            .rejection();

    assertThat(rejection).isEmpty();
    assertThat(passesOn(here, first)).isTrue();
  }
}
