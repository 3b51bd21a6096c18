package dev.plimsoll.model.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Nothing is said to be placeable while the cluster says otherwise without that being shown. */
class DisagreementPropertyTest {
  private static final Instant START = Instant.parse("2026-01-31T10:00:00Z");
  private static final String SAID = "0/1 nodes are available: 1 node(s) are on a lunch break.";

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void a_disagreement_with_the_scheduler_is_always_shown(@ForAll long seed) {
    Random random = new Random(seed);
    List<Instant> changes = new ArrayList<>();
    List<ApiObject> objects = new ArrayList<>();
    for (int n = 0; n < random.nextInt(3); n++) {
      objects.add(node(random, "n" + n, changes));
    }
    if (random.nextBoolean()) {
      objects.add(terminating(random, changes));
    }
    List<Instant> words = new ArrayList<>();
    Pod pod = pending(random, changes, words, objects);
    objects.add(pod);
    Simulation simulation =
        Simulation.of(
            Cluster.builder(START).complete().addAll(objects).build(),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());

    Explanation explanation = Explainer.ofPod(simulation, pod);

    PodState state = explanation.worst();
    boolean isShown = state.notes().stream().anyMatch(n -> n.contains(SAID));
    Instant said = words.stream().max(Instant::compareTo).orElse(Instant.MIN);
    boolean isNewest = changes.stream().allMatch(said::isAfter) && !words.isEmpty();
    boolean isDisagreed =
        explanation.gaps().stream().map(Gap::kind).anyMatch(k -> k == GapKind.SchedulerDisagrees);
    if (state.verdict() == PodVerdict.Placeable) {
      assertThat(isShown).isEqualTo(!words.isEmpty());
      assertThat(isNewest).isFalse();
    }
    assertThat(isDisagreed)
        .isEqualTo(isNewest && isShown)
        .isEqualTo(state.message().equals(SAID) && isShown);
  }

  private static Instant time(Random random, List<Instant> times) {
    Instant time = START.plusSeconds(random.nextInt(20));
    times.add(time);
    return time;
  }

  private static ApiObject node(Random random, String name, List<Instant> changes) {
    return NodeBuilder.node(name)
        .has("cpu", String.valueOf(1 + random.nextInt(4)))
        .build()
        .withMetadata(
            ObjectMeta.builder()
                .name(name)
                .creationTimestamp(Optional.of(time(random, changes)))
                .build());
  }

  private static Pod terminating(Random random, List<Instant> changes) {
    Pod pod = PodBuilder.pod("team", "leaving").requests("cpu", "1").on("n0").build();
    return pod.withMetadata(
        ObjectMeta.builder()
            .namespace("team")
            .name("leaving")
            .deletionTimestamp(Optional.of(time(random, changes)))
            .build());
  }

  private static Pod pending(
      Random random, List<Instant> changes, List<Instant> words, List<ApiObject> objects) {
    Pod pod =
        PodBuilder.pod("team", "p")
            .requests("cpu", String.valueOf(1 + random.nextInt(4)))
            .build()
            .withMetadata(
                ObjectMeta.builder()
                    .namespace("team")
                    .name("p")
                    .creationTimestamp(Optional.of(time(random, changes)))
                    .build());
    if (random.nextBoolean()) {
      objects.add(
          new Event(
              ObjectMeta.of("team", "p.1"),
              pod.reference(),
              "",
              "Warning",
              "FailedScheduling",
              SAID,
              Optional.empty(),
              Optional.of(time(random, words)),
              1));
    }
    return random.nextBoolean()
        ? pod
        : pod.withStatus(
            pod.status()
                .withConditions(
                    List.of(
                        new Condition(
                            "PodScheduled",
                            "False",
                            "Unschedulable",
                            SAID,
                            Optional.of(time(random, words))))));
  }
}
