package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Several changes together: the cheapest that suffice, or those that are needed in any case. */
class CheapestRemediesTest {
  private static String commands(Remedy remedy) {
    return remedy.commands().stream().map(KubectlCommand::text).collect(Collectors.joining("\n"));
  }

  private static List<ApiObject> reserves() {
    return new ArrayList<>(
        List.of(
            node("a").has(GPU, "8").cordoned().build(),
            node("b").has(GPU, "8").taint(GPU, "", "NoSchedule").build()));
  }

  @Test
  void nodes_are_bought_only_for_what_reserves_do_not_hold() {
    List<ApiObject> objects = reserves();
    objects.add(deployment("w", 4, gpuPod(8)));

    Remedy first = gap(GapKind.NoEligibleNode, objects.toArray(ApiObject[]::new)).remedies().get(0);

    assertThat(first.helps()).isTrue();
    assertThat(first.parts()).isEqualTo(3);
    assertThat(first.action())
        .contains("uncordon node a", "tolerate the taint nvidia.com/gpu", "add 2 more nodes like");
    assertThat(first.steps()).hasSize(3);
    assertThat(first.steps().get(2).placed()).isEqualTo(4);
    assertThat(first.steps())
        .isSortedAccordingTo((one, next) -> Integer.compare(one.placed(), next.placed()));
  }

  @Test
  void nothing_is_bought_first_where_reserves_suffice() {
    List<ApiObject> objects = reserves();
    objects.add(deployment("w", 2, gpuPod(8)));

    List<Remedy> remedies =
        gap(GapKind.NoEligibleNode, objects.toArray(ApiObject[]::new)).remedies();

    assertThat(remedies.get(0).parts()).isEqualTo(2);
    assertThat(remedies.get(0).action()).doesNotContain("more node");
    assertThat(remedies.stream().filter(Remedy::helps).map(Remedy::action))
        .anyMatch(a -> a.startsWith("add "));
  }

  @Test
  void as_few_nodes_are_uncordoned_as_place_all_pods() {
    List<ApiObject> objects = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      objects.add(node("n" + i).has(GPU, "8").cordoned().build());
    }
    objects.add(deployment("w", 4, gpuPod(8)));

    Remedy first = gap(GapKind.NoEligibleNode, objects.toArray(ApiObject[]::new)).remedies().get(0);

    assertThat(first.helps()).isTrue();
    assertThat(first.action())
        .isEqualTo("uncordon nodes n0, n1, n2, n3, unless they are under maintenance");
    assertThat(first.commands()).hasSize(4);
  }

  @Test
  void many_small_reserves_do_not_keep_nodes_from_being_bought() {
    List<ApiObject> objects = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      objects.add(node("n" + i).has(GPU, "8").taint("team-" + i, "", "NoSchedule").build());
    }
    objects.add(node("full").has(GPU, "8").build());
    objects.add(gpuPod("on", 8, "full"));
    objects.add(deployment("w", 12, gpuPod(8)));

    Gap gap = gap(GapKind.CapacityExhausted, objects.toArray(ApiObject[]::new));

    assertThat(gap.remedies().get(0).helps()).isTrue();
    assertThat(gap.remedies().get(0).parts()).isBetween(2, 6);
  }

  @Test
  void what_a_quota_requires_is_set_and_what_it_denies_then_is_raised() {
    Remedy first =
        gap(
                GapKind.RequestRequired,
                node("n").has(GPU, "8").has("memory", "64Gi").build(),
                deployment("w", 2, gpuPod(1)),
                quota("q")
                    .hard("limits.memory=64Gi," + GPUS + "=0")
                    .used("limits.memory=0," + GPUS + "=0")
                    .build())
            .remedies()
            .get(0);

    assertThat(first.helps()).isTrue();
    assertThat(first.action())
        .startsWith("set limits.memory in every container")
        .endsWith("and raise requests.nvidia.com/gpu of quota q from 0 to 2");
    assertThat(commands(first)).contains("limits", "resourcequota q");
  }

  @Test
  void what_is_needed_in_any_case_is_kept_where_more_is_needed() {
    Gap gap =
        gap(
            GapKind.RequestRequired,
            node("n").has("memory", "64Gi").build(),
            deployment("w", 2, gpuPod(1)),
            quota("q").hard("limits.memory=64Gi").used("limits.memory=0").build());

    assertThat(gap.remedies()).noneMatch(Remedy::helps);
    Remedy first = gap.remedies().get(0);
    assertThat(first.isPartial()).isTrue();
    assertThat(first.action()).startsWith("set limits.memory in every container");
    assertThat(first.commands()).isNotEmpty();
    assertThat(first.result())
        .contains("2 of 2 pods of deployment/w admitted, 0 placed; pending: ");
  }

  @Test
  void a_toleration_keeps_pods_off_better_nodes() {
    Remedy remedy =
        gap(
                GapKind.NoEligibleNode,
                node("a")
                    .has(GPU, "8")
                    .label("nvidia.com/gpu.product", "A100")
                    .label("nvidia.com/gpu.memory", "81920")
                    .taint(GPU, "", "NoSchedule")
                    .build(),
                node("h")
                    .has(GPU, "8")
                    .label("nvidia.com/gpu.product", "H200")
                    .label("nvidia.com/gpu.memory", "143360")
                    .taint(GPU, "", "NoSchedule")
                    .build(),
                gpuPod("p", 1, ""))
            .remedies()
            .get(0);

    assertThat(remedy.action())
        .isEqualTo(
            "tolerate the taint nvidia.com/gpu:NoSchedule of 1 node, and select"
                + " nvidia.com/gpu.product=A100, which keeps pods off 1 better node");
    assertThat(remedy.result()).endsWith("placed on a");
  }

  @Test
  void pods_without_devices_are_not_sent_to_nodes_with_some() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("c").has("cpu", "1").cordoned().build(),
            node("g").has("cpu", "64").has(GPU, "8").taint(GPU, "", "NoSchedule").build(),
            deployment("w", 2, pod("p").requests("cpu=1").build()));

    assertThat(gap.remedies()).noneMatch(r -> r.action().startsWith("tolerate"));
  }

  @Test
  void requirements_that_contradict_are_said_in_one_sentence() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("a").has(GPU, "8").label("zone", "a").build(),
            node("b").has(GPU, "8").label("zone", "b").build(),
            apart(5));

    assertThat(gap.message())
        .isEqualTo(
            "5 pods of deployment/w must each be in another zone (required anti-affinity), and the"
                + " nodes that they may use have 2");
    assertThat(gap.remedies().get(0).helps()).isTrue();
    assertThat(gap.remedies().get(0).action())
        .isEqualTo("stop requiring another zone for each pod (required anti-affinity)");
    assertThat(commands(gap.remedies().get(0)))
        .contains("podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0");
  }

  private static Workload apart(int replicas) {
    PodAffinityTerm term =
        new PodAffinityTerm(
            Optional.of(new LabelSelector(Map.of("app", "w"), List.of())),
            List.of(),
            Optional.empty(),
            "zone",
            List.of(),
            List.of());
    Pod pod = pod(gpuPod(1)).antiAffinity(term).build();
    Workload workload = deployment("w", replicas, pod);
    Workload.PodTemplate old = workload.templates().get(0);
    return workload.withTemplates(
        List.of(
            new Workload.PodTemplate(
                old.path(),
                ObjectMeta.builder().labels(Map.of("app", "w")).build(),
                old.spec(),
                old.replicas())));
  }
}
