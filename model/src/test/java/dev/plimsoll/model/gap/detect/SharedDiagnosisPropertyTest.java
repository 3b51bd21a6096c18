package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Sharing a diagnosis or a trial among alike pods never changes an answer. */
class SharedDiagnosisPropertyTest {
  private static final List<String> NAMESPACES = List.of("team-a", "team-b", "team-c");
  private static final String GPU = "nvidia.com/gpu";

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void the_gaps_of_a_cluster_are_those_of_each_namespace_worked_out_by_itself(@ForAll long seed) {
    List<Gap> shared = gaps(simulation(seed));

    for (String namespace : NAMESPACES) {
      List<Gap> alone =
          GapFinder.find(simulation(seed), namespace).stream().map(Finding::withRemedies).toList();
      assertThat(shared.stream().filter(g -> g.namespace().equals(namespace)))
          .containsExactlyElementsOf(alone);
    }
  }

  @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
  void remedies_tried_one_after_the_other_are_those_tried_first(@ForAll long seed) {
    List<Gap> shared = gaps(simulation(seed));

    for (int i = 0; i < shared.size(); i++) {
      assertThat(GapFinder.find(simulation(seed)).get(i).withRemedies()).isEqualTo(shared.get(i));
    }
  }

  @Test
  void the_drawn_clusters_have_gaps_of_placement_and_of_admission_with_remedies_that_help() {
    Set<GapKind> kinds = EnumSet.noneOf(GapKind.class);
    boolean helps = false;
    for (long seed = 0; seed < 40; seed++) {
      for (Gap gap : gaps(simulation(seed))) {
        kinds.add(gap.kind());
        helps |= gap.remedies().stream().anyMatch(r -> r.helps());
      }
    }

    assertThat(kinds)
        .contains(
            GapKind.NoEligibleNode,
            GapKind.GpusStranded,
            GapKind.Fragmented,
            GapKind.CapacityExhausted,
            GapKind.QuotaExhausted,
            GapKind.QuotaExhaustedCapacityFree,
            GapKind.PendingHoldsQuota,
            GapKind.CapacityWithheld);
    assertThat(helps).isTrue();
  }

  private static List<Gap> gaps(Simulation simulation) {
    return GapFinder.find(simulation).stream().map(Finding::withRemedies).toList();
  }

  /** Draws a cluster of few shapes of pods, so that many pods are alike across namespaces. */
  private static Simulation simulation(long seed) {
    Random random = new Random(seed);
    List<ApiObject> objects = new ArrayList<>();
    int nodes = 1 + random.nextInt(5);
    for (int n = 0; n < nodes; n++) {
      NodeBuilder node =
          node("n" + n).has("cpu", "8").has(GPU, String.valueOf(random.nextInt(3) * 2));
      if (random.nextInt(3) == 0) {
        node.taint("busy", "", "NoSchedule");
      }
      objects.add((random.nextInt(4) == 0 ? node.cordoned() : node).build());
    }
    for (String namespace : NAMESPACES) {
      int pods = random.nextInt(4);
      for (int p = 0; p < pods; p++) {
        String on = random.nextInt(3) == 0 ? "" : "n" + random.nextInt(nodes);
        objects.add(shape(random, pod(namespace, "p" + p).on(on)).build());
      }
      if (random.nextInt(3) > 0) {
        String key = random.nextBoolean() ? "pods" : "requests." + GPU;
        objects.add(
            quota(namespace, "q")
                .hard(key + "=" + random.nextInt(4))
                .used(key + "=" + random.nextInt(4))
                .build());
      }
      for (int w = 0; w < random.nextInt(3); w++) {
        objects.add(owner(namespace, "w" + w, shape(random, pod("p")), 1 + random.nextInt(4)));
      }
    }
    return GapScenario.simulation(objects.toArray(ApiObject[]::new));
  }

  private static PodBuilder shape(Random random, PodBuilder pod) {
    int gpus = random.nextInt(4);
    PodBuilder sized = pod.requests("cpu", random.nextBoolean() ? "1" : "6");
    if (gpus > 0) {
      sized.requests(GPU + "=" + gpus).limits(GPU + "=" + gpus);
    }
    if (random.nextInt(3) == 0) {
      sized.tolerates("busy", "Exists", "", "");
    }
    return random.nextInt(4) == 0 ? sized.priority(1) : sized;
  }

  private static Workload owner(String namespace, String name, PodBuilder template, int replicas) {
    return new Workload(
        ObjectMeta.of(namespace, name),
        new GroupVersionKind("apps", "v1", "ReplicaSet"),
        new GroupResource("apps", "replicasets"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                template.build().spec(),
                OptionalInt.of(replicas))),
        List.of(),
        false);
  }
}
