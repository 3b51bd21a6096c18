package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * The laws of {@link PodLife}, whatever happens to pods in whatever order, on states alone. {@code
 * -Djqwik.tries.default=100000} tries more sequences than by default.
 */
class PodLifePropertyTest {
  private static final List<CapacityPolicy> POLICIES =
      List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.IDLE));
  private static final ExtenderSettings SETTINGS = ExtenderSettings.DEFAULT.withPolicies(POLICIES);
  private static final int PODS = 4;

  /** One event: what happens, to which pod, and how. */
  private record Event(int kind, int pod, int variant) {
    static Event of(int code) {
      return new Event(code % 16, code / 16 % PODS, code / 16 / PODS);
    }
  }

  /** States, one after the other, and the pods as the API server has them. */
  private static final class Course {
    private SchedulerState state = SchedulerState.of(cluster(), SETTINGS, 0);
    private int version;
    private final int[] generations = new int[PODS];

    private static Cluster cluster() {
      return ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.node("b", 8))
          .add(ExtenderFixtures.quota("one", 10))
          .build();
    }

    private static String namespace(int pod) {
      return pod % 2 == 0 ? "one" : "two";
    }

    private Optional<Pod> shown(int pod) {
      return state.cluster().find(Pod.class, namespace(pod), "p" + pod);
    }

    /** Returns the pod that the scheduler asks about, which a watch may not have shown yet. */
    private Pod asked(int pod) {
      return shown(pod).orElseGet(() -> builder(pod).build());
    }

    private PodBuilder builder(int pod) {
      String gpus = "nvidia.com/gpu=" + (1 + 3 * (pod / 2));
      return PodBuilder.pod(namespace(pod), "p" + pod)
          .uid("uid-" + pod + "-" + generations[pod])
          .requests(gpus)
          .limits(gpus);
    }

    private void show(int pod, PodBuilder builder, String message) {
      Pod built = builder.build();
      Pod after = built.withMetadata(built.metadata().withResourceVersion("" + ++version));
      if (!message.isEmpty()) {
        Condition condition = new Condition("PodScheduled", "False", "Unschedulable", message);
        after = after.withStatus(after.status().withConditions(List.of(condition)));
      }
      tell(shown(pod), Optional.of(after));
    }

    private void tell(Optional<Pod> before, Optional<Pod> after) {
      Cluster cluster = after.map(state.cluster()::with).orElseGet(() -> without(before));
      state =
          state.changed(List.of(new ObjectChange(before.map(p -> p), after.map(p -> p))), cluster);
    }

    private Cluster without(Optional<Pod> pod) {
      return state.cluster().without(pod.orElseThrow());
    }

    void apply(Event event) {
      Pod pod = asked(event.pod());
      switch (event.kind()) {
        case 0 -> show(event.pod(), builder(event.pod()), "");
        case 1 -> show(event.pod(), builder(event.pod()), message(event));
        case 2 -> show(event.pod(), builder(event.pod()).nominatedFor(node(event)), "");
        case 3 ->
            show(event.pod(), builder(event.pod()).on(event.variant() % 2 == 0 ? "a" : "b"), "");
        case 4 -> shown(event.pod()).ifPresent(p -> vanish(p));
        case 5, 6 -> state = state.changeAny(pod, (life, e) -> life.passed(e, pod));
        case 7 ->
            state = state.change(pod, (life, e) -> life.rejected(e, reasons(event), nodes(event)));
        case 8 -> state = state.changeAny(pod, (life, e) -> life.preempting(e, Map.of()));
        case 9 -> state = state.change(pod, PodLife::notPreempting);
        case 10 -> state = state.change(pod, (life, e) -> life.binding(e, "a"));
        case 11 -> state = state.change(pod, PodLife::forgotten);
        case 12 -> state = state.change(pod, PodLife::requeued).change(pod, PodLife::heldAgain);
        case 13 -> state = state.at(state.now() + Duration.ofSeconds(event.variant()).toNanos());
        case 14 -> state = state.change(pod, PodLife::reserved).change(pod, PodLife::unheld);
        default -> state = event.variant() % 4 == 0 ? state.takenOver() : state.next();
      }
    }

    private static String message(Event event) {
      return switch (event.variant() % 4) {
        case 0 -> "no candidate node for preemption";
        case 1 -> Gangs.REJECTION;
        case 2 -> reasons(event).stream().map(HoldReason::text).findFirst().orElse("else");
        default -> "Insufficient cpu";
      };
    }

    private static String node(Event event) {
      return List.of("a", "b", "nowhere", RequeueNomination.NODE).get(event.variant() % 4);
    }

    private static List<HoldReason> reasons(Event event) {
      HoldReason share =
          new HoldReason(HoldReason.Cause.SHARE, "one", ExtenderFixtures.GPU, "policy");
      return List.of(List.<HoldReason>of(), List.of(share), List.of(HoldReason.RESERVED))
          .get(event.variant() % 3);
    }

    private static Set<String> nodes(Event event) {
      return event.variant() % 3 == 2 ? Set.of("a") : Set.of();
    }

    /** A watch shows the end of the pod; the scheduler asks about it once more. */
    private void vanish(Pod pod) {
      tell(Optional.of(pod), Optional.empty());
      SchedulerState then =
          state
              .changeAny(pod, (life, e) -> life.passed(e, pod))
              .changeAny(pod, (life, e) -> life.preempting(e, Map.of()));
      for (SchedulerState each : List.of(state, then)) {
        assertThat(named(each)).as("named after the end").doesNotContain(pod.metadata().uid());
      }
      generations[pod.name().charAt(1) - '0']++;
    }

    /** All pods end, and what is only told expires. */
    void end() {
      for (int i = 0; i < PODS; i++) {
        shown(i).ifPresent(this::vanish);
      }
      state = state.at(state.now() + Duration.ofHours(1).toNanos());
    }
  }

  private static List<String> named(SchedulerState state) {
    PodTable pods = state.pods();
    return Stream.of(pods.entries(), pods.inFlight(), pods.unknown())
        .flatMap(some -> some.keys().stream())
        .toList();
  }

  /** What holds of each state. */
  private static void laws(SchedulerState state) {
    PodTable pods = state.pods();
    ClusterUsage counted = state.resynced(POLICIES);
    assertThat(state.usage().differences(counted)).as("drifts").isEmpty();
    for (String namespace : List.of("one", "two")) {
      Pod probe = ExtenderFixtures.pod(namespace, "probe", 16, "");
      assertThat(state.usage().shareChecks(state.cluster(), probe, Optional.empty(), List.of()))
          .as("shares, with what others wait for")
          .isEqualTo(counted.shareChecks(state.cluster(), probe, Optional.empty(), List.of()));
    }
    assertThat(pods.inFlight().values())
        .as("in flight")
        .containsExactlyElementsOf(pods.all().stream().filter(PodEntry::isInFlight).toList());
    assertThat(pods.unknown().values())
        .as("unknown")
        .containsExactlyElementsOf(pods.all().stream().filter(PodEntry::isUnknown).toList());
    assertThat(pods.entries().keys())
        .as("UIDs")
        .containsExactlyElementsOf(pods.all().stream().map(PodEntry::uid).toList());
    pods.all().forEach(entry -> laws(state, entry));
  }

  private static void laws(SchedulerState state, PodEntry entry) {
    assertThat(entry.isBlank()).as("blank").isFalse();
    assertThat(state.stored(entry.pod()).isPresent()).as("shown").isEqualTo(!entry.isUnknown());
    assertThat(state.stored(entry.pod()).filter(PodLife::isOver)).as("over").isEmpty();
    assertThat(entry.waits() && entry.isInFlight()).as("waits in flight").isFalse();
    assertThat(entry.isUnknown() && (entry.isHeld() || entry.waits())).as("unknown").isFalse();
    assertThat(entry.isPassed() && entry.waits()).as("passed and waiting").isFalse();
    assertThat(entry.isObsolete() && entry.nomination() instanceof Nomination.Shown)
        .as("obsolete nomination that counts")
        .isFalse();
    assertThat(entry.expires()).as("expired").isGreaterThan(state.now());
  }

  @Property
  void usage_is_the_sum_over_the_table_and_nothing_is_left_in_the_end(
      @ForAll @Size(max = 40) List<@IntRange(max = 4095) Integer> codes) {
    Course course = new Course();
    for (int code : codes) {
      course.apply(Event.of(code));
      laws(course.state);
    }
    course.end();
    laws(course.state);
    assertThat(course.state.pods().inFlight().size()).isZero();
    assertThat(course.state.pods().all()).allMatch(PodEntry::isUnknown);
    assertThat(
            course
                .state
                .usage()
                .differences(SchedulerState.of(course.state.cluster(), SETTINGS, 0).usage()))
        .isEmpty();
  }

  @Test
  void the_laws_find_an_index_that_was_not_told() {
    Course course = new Course();
    course.apply(new Event(0, 0, 0));
    course.apply(new Event(5, 0, 0));
    PodTable pods = course.state.pods();
    PodTable stale =
        new PodTable(
            pods.entries().without("uid-0-0"),
            pods.inFlight(),
            pods.unknown(),
            pods.gone(),
            pods.asked(),
            pods.expires());

    SchedulerState state = course.state;
    laws(state);
    SchedulerState broken =
        new SchedulerState(
            state.settings(),
            state.revision(),
            state.now(),
            state.cluster(),
            stale,
            state.usage(),
            state.log(),
            state.gangs(),
            state.nodes());
    assertThatThrownBy(() -> laws(broken)).isInstanceOf(AssertionError.class);
  }

  @Test
  void the_laws_find_usage_that_was_changed_aside() {
    Course course = new Course();
    course.apply(new Event(0, 0, 0));

    assertThatThrownBy(() -> laws(course.state.trying(course.asked(0))))
        .hasMessageContaining("drifts");
  }
}
