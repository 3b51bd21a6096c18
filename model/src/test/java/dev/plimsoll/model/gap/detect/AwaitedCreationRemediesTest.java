package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.limitRange;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A changed quota has no controller try again, and whoever tries first takes what is free. */
class AwaitedCreationRemediesTest {
  private static final ApiObject NODE = node("n").has(GPU, "32").build();
  private static final ApiObject FULL = quota("q").hard(GPUS + "=0").used(GPUS + "=0").build();

  private static Workload creator(String group, String kind, String name, int replicas) {
    return GapScenario.deployment(name, replicas, gpuPod(2))
        .with()
        .metadata(ObjectMeta.builder().namespace("team-a").name(name).uid(name).build())
        .type(new GroupVersionKind(group, "v1", kind))
        .resource(new GroupResource(group, kind.toLowerCase(Locale.ROOT) + "s"))
        .build();
  }

  private static Event denied(Workload creator) {
    return new Event(
        ObjectMeta.of("team-a", creator.name() + ".1"),
        creator.reference(),
        "",
        "Warning",
        "FailedCreate",
        "Error creating: pods \"w-x\" is forbidden: exceeded quota: q, requested: "
            + "requests.nvidia.com/gpu=2, used: requests.nvidia.com/gpu=0, limited: "
            + "requests.nvidia.com/gpu=0",
        Optional.empty(),
        Optional.of(Instant.EPOCH),
        1);
  }

  private static Remedy raise(String workload, ApiObject... objects) {
    List<Remedy> remedies =
        GapFinder.find(simulation(objects)).stream()
            .filter(f -> f.gap().object().name().equals(workload))
            .map(Finding::withRemedies)
            .flatMap(gap -> gap.remedies().stream())
            .filter(remedy -> remedy.action().startsWith("raise"))
            .toList();
    assertThat(remedies).hasSize(1);
    return remedies.get(0);
  }

  private static List<String> commands(Remedy remedy) {
    return remedy.commands().stream().map(KubectlCommand::text).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ReplicaSet", "StatefulSet"})
  void a_controller_in_a_long_back_off_is_made_to_try_at_once(String kind) {
    Workload creator = creator("apps", kind, "w", 2);

    Remedy remedy = raise("w", NODE, FULL, creator, denied(creator));

    assertThat(remedy.notes())
        .containsExactly(
            "the %s controller tries again within 16m40s by itself, and at once if the object is annotated"
                .formatted(kind));
    assertThat(commands(remedy)).hasSize(2);
    assertThat(commands(remedy).get(1))
        .startsWith("kubectl annotate " + kind.toLowerCase(Locale.ROOT) + " w -n team-a");
  }

  @Test
  void a_Job_controller_tries_again_soon() {
    Workload job = creator("batch", "Job", "w", 2);

    Remedy remedy = raise("w", NODE, FULL, job, denied(job));

    assertThat(remedy.notes()).isEmpty();
    assertThat(commands(remedy)).hasSize(1);
  }

  @Test
  void a_controller_that_has_not_failed_is_left_alone() {
    Remedy remedy = raise("w", NODE, FULL, creator("apps", "StatefulSet", "w", 2));

    assertThat(remedy.notes()).isEmpty();
    assertThat(commands(remedy)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "1, '2 pods of replicaset/b wait to be created, too, and may take what is free first: a limit"
        + " of 10 suffices for all'",
    "4, '8 pods of replicaset/b, replicaset/c, replicaset/d and 1 more workload wait to be created,"
        + " too, and may take what is free first: a limit of 22 suffices for all'"
  })
  void others_that_wait_for_the_quota_are_named(int others, String note) {
    List<ApiObject> objects = new ArrayList<>(List.of(NODE, FULL));
    objects.add(creator("apps", "ReplicaSet", "a", 3));
    for (int i = 0; i < others; i++) {
      objects.add(creator("apps", "ReplicaSet", String.valueOf((char) ('b' + i)), 2));
    }

    assertThat(raise("a", objects.toArray(ApiObject[]::new)).notes()).containsExactly(note);
  }

  @Test
  void pods_that_something_else_denies_take_no_quota() {
    Workload small = creator("apps", "ReplicaSet", "a", 3);
    Workload denied =
        GapScenario.deployment("b", 2, gpuPod(4))
            .with()
            .type(small.type())
            .resource(small.resource())
            .build();
    ApiObject max = limitRange("l", item("Container").max(GPU + "=2"));

    assertThat(raise("a", NODE, FULL, small, denied).notes()).hasSize(1);
    assertThat(raise("a", NODE, FULL, small, denied, max).notes()).isEmpty();
  }
}
