package dev.plimsoll.model.gap;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What is found without placing each pod is what placing each of them finds. */
class CreatedPodsPropertyTest {

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void missing_pods_fare_as_if_each_was_placed(@ForAll long seed) {
    Simulation simulation = simulation(new Random(seed));
    PodTemplateOwner owner = simulation.workloads().templateOwners().findFirst().orElseThrow();

    CreatedPods found = CreatedPods.of(simulation, owner);
    CreatedPods placed = CreatedPods.of(SimulationRun.create(simulation, owner));

    assertThat(found.admitted()).isEqualTo(placed.admitted());
    assertThat(found.unread()).isEqualTo(placed.unread());
    assertThat(found.firstDenied().map(CreatedPodsPropertyTest::text))
        .isEqualTo(placed.firstDenied().map(CreatedPodsPropertyTest::text));
    assertThat(found.unplaced().stream().map(CreatedPodsPropertyTest::text))
        .containsExactlyElementsOf(
            placed.unplaced().stream().map(CreatedPodsPropertyTest::text).toList());
  }

  private static String text(Attempt attempt) {
    return attempt.pod().name()
        + attempt.admission().map(a -> a.message()).orElse("")
        + attempt.scheduleResult().map(ScheduleResult::message).orElse("");
  }

  private static Simulation simulation(Random random) {
    List<ApiObject> objects = new ArrayList<>();
    for (int n = 0; n < random.nextInt(4); n++) {
      objects.add(
          node("n" + n)
              .has("cpu", String.valueOf(1 + random.nextInt(6)))
              .has("nvidia.com/gpu", String.valueOf(random.nextInt(4)))
              .build());
    }
    if (random.nextBoolean()) {
      objects.add(quota("q").hard("pods=" + random.nextInt(8)).build());
    }
    PodBuilder template =
        pod("p").label("app", "w").requests("cpu", String.valueOf(1 + random.nextInt(3)));
    if (random.nextBoolean()) {
      template.requests("nvidia.com/gpu=1").limits("nvidia.com/gpu=1");
    }
    if (random.nextInt(4) == 0) {
      template.spec(s -> s.schedulingGates(List.of("example.com/wait")));
    }
    if (random.nextInt(4) == 0) {
      template.hostPort("", 80, "TCP");
    }
    objects.add(owner(template, random.nextInt(9)));
    return Simulation.of(
        ClusterFixture.cluster(objects.toArray(ApiObject[]::new)),
        AdmissionChain.standard(),
        DefaultPlugins.scheduler());
  }

  private static Workload owner(PodBuilder template, int replicas) {
    return new Workload(
        ObjectMeta.of("team-a", "w"),
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
