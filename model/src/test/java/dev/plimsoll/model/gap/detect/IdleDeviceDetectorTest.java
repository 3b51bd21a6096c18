package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.cost.WaitingSince;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class IdleDeviceDetectorTest {
  private static final Instant QUIET = NOW.minus(Duration.ofHours(10));
  private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(3));

  private final Map<PodName, DeviceUsage> usage = new HashMap<>();

  private static Pod started(Pod pod, Instant time) {
    return pod.withStatus(pod.status().with(s -> s.phase("Running").startTime(Optional.of(time))));
  }

  private static Pod owned(Pod pod, String apiVersion, String kind, String name) {
    return pod.withMetadata(
        pod.metadata().withOwners(List.of(new OwnerReference(apiVersion, kind, name, name, true))));
  }

  private static Pod running(String name, int gpus, String node) {
    return started(gpuPod(name, gpus, node), LONG_AGO);
  }

  private IdleDeviceDetectorTest quiet(String name, int devices) {
    return measured(name, new DeviceUsage(Optional.of(QUIET), devices, NOW, 1440, 0));
  }

  private IdleDeviceDetectorTest measured(String name, DeviceUsage measured) {
    usage.put(new PodName("team-a", name), measured);
    return this;
  }

  private Simulation measuredIn(ApiObject... objects) {
    Simulation simulation = simulation(objects);
    return simulation.withFacts(
        simulation.cluster().withUsage(new MeasuredUsage(IdleRule.DEFAULT, usage)));
  }

  private List<Gap> idle(ApiObject... objects) {
    return GapFinder.find(measuredIn(objects)).stream()
        .filter(f -> f.gap().kind() == GapKind.IdleAllocated)
        .map(f -> f.withRemedies())
        .toList();
  }

  private static NodeBuilder gpuNode(String name, int gpus) {
    return node(name).has("cpu", "32").has(GPU, Integer.toString(gpus));
  }

  private static Workload workload(
      String group, String kind, String plural, String name, int replicas, Pod pod) {
    return new Workload(
        ObjectMeta.builder().namespace("team-a").name(name).uid(name).build(),
        new GroupVersionKind(group, "v1", kind),
        new GroupResource(group, plural),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                pod.spec().withNodeName(""),
                OptionalInt.of(replicas))),
        List.of(),
        false);
  }

  @Test
  void a_pod_that_waits_for_exactly_these_devices_is_named_and_placed() {
    Gap gap =
        quiet("notebook", 2)
            .idle(
                gpuNode("n1", 2).build(),
                gpuNode("n2", 1).build(),
                running("notebook", 2, "n1"),
                gpuPod("waiting", 2, ""))
            .get(0);

    assertThat(gap.message())
        .isEqualTo(
            "pod notebook holds 2 nvidia.com/gpu and has not used them for at least 10h: 20 device-hours;"
                + " 1 pod waits for exactly these: team-a/waiting");
    assertThat(gap.pods()).isEqualTo(1);
    assertThat(gap.cost().largest().orElseThrow().hours()).isEqualTo(20);
    assertThat(gap.cost().since().orElseThrow())
        .isEqualTo(new WaitingSince(QUIET, WaitingSince.Basis.Usage));
    Remedy remedy = gap.remedies().get(0);
    assertThat(remedy.action()).isEqualTo("delete pod/notebook, if nobody needs it");
    assertThat(remedy.result())
        .isEqualTo("2 nvidia.com/gpu can be used by others; team-a/waiting gets node n1");
    assertThat(remedy.commands().get(0).text()).isEqualTo("kubectl delete pod notebook -n team-a");
  }

  @Test
  void pods_that_do_not_fit_there_or_fit_elsewhere_do_not_wait_for_these() {
    Gap gap =
        quiet("notebook", 1)
            .idle(
                gpuNode("n1", 1).build(),
                gpuNode("n2", 1).build(),
                running("notebook", 1, "n1"),
                gpuPod("large", 2, ""),
                gpuPod("small", 1, ""))
            .get(0);

    assertThat(gap.message()).endsWith("; no pod waits for exactly these");
    assertThat(gap.remedies().get(0).result()).isEqualTo("1 nvidia.com/gpu can be used by others");
  }

  @Test
  void the_pod_with_the_higher_priority_gets_the_devices() {
    Gap gap =
        quiet("notebook", 1)
            .idle(
                gpuNode("n1", 1).build(),
                started(
                    pod("notebook")
                        .requests(GPU + "=1")
                        .limits(GPU + "=1")
                        .priority(9)
                        .on("n1")
                        .build(),
                    LONG_AGO),
                gpuPod("first", 1, ""),
                pod("second").requests(GPU + "=1").limits(GPU + "=1").priority(5).build())
            .get(0);

    assertThat(gap.message()).endsWith("1 pod waits for exactly these: team-a/second");
  }

  @Test
  void without_measured_usage_no_pod_is_idle() {
    assertThat(
            GapFinder.find(simulation(gpuNode("n1", 1).build(), running("notebook", 1, "n1")))
                .stream()
                .filter(f -> f.gap().kind() == GapKind.IdleAllocated))
        .isEmpty();
    assertThat(idle(gpuNode("n1", 1).build(), running("notebook", 1, "n1"))).isEmpty();
  }

  @Test
  void young_terminating_and_partly_measured_pods_are_not_idle() {
    Pod young = started(gpuPod("young", 1, "n1"), NOW.minus(Duration.ofHours(3)));
    Pod leaving =
        started(
            pod("leaving").requests(GPU + "=1").limits(GPU + "=1").on("n1").terminating().build(),
            LONG_AGO);

    assertThat(
            quiet("young", 1)
                .quiet("leaving", 1)
                .quiet("partly", 1)
                .idle(gpuNode("n1", 8).build(), young, leaving, running("partly", 2, "n1")))
        .isEmpty();
  }

  @Test
  void units_that_share_a_device_need_one_series() {
    NodeBuilder shared =
        gpuNode("n1", 16).label("nvidia.com/gpu.replicas", "4").label("nvidia.com/gpu.count", "4");

    assertThat(quiet("p", 1).idle(shared.build(), running("p", 2, "n1"))).hasSize(1);
  }

  @Test
  void a_deployment_is_scaled_down_only_if_all_its_pods_are_idle() {
    Workload deployment =
        workload("apps", "Deployment", "deployments", "web", 2, gpuPod("t", 1, ""));
    ApiObject[] objects = {
      gpuNode("n1", 2).build(),
      deployment,
      owned(running("web-1", 1, "n1"), "apps/v1", "Deployment", "web"),
      owned(running("web-2", 1, "n1"), "apps/v1", "Deployment", "web")
    };

    Gap partly = quiet("web-1", 1).idle(objects).get(0);
    assertThat(partly.remedies()).isEmpty();
    Gap whole = quiet("web-2", 1).idle(objects).get(0);
    assertThat(whole.message()).startsWith("2 pods hold 2 nvidia.com/gpu and have not used them");
    assertThat(whole.remedies().get(0).action())
        .isEqualTo("scale deployment/web down to 0, if nobody needs it");
    assertThat(whole.remedies().get(0).commands().get(0).text())
        .isEqualTo(
            "kubectl patch deployment web -n team-a --type=merge -p"
                + " '{\"spec\":{\"replicas\":0}}'");
  }

  @Test
  void a_job_is_suspended() {
    Workload job =
        workload("batch", "Job", "jobs", "train", 1, gpuPod("t", 1, ""))
            .withDetails(new WorkloadDetails.Job(false, 1, OptionalInt.of(1), false, true, 0, 0));

    Gap gap =
        quiet("train-x", 1)
            .idle(
                gpuNode("n1", 1).build(),
                job,
                owned(running("train-x", 1, "n1"), "batch/v1", "Job", "train"))
            .get(0);

    assertThat(gap.remedies().get(0).action()).isEqualTo("suspend job/train, if nobody needs it");
    assertThat(gap.remedies().get(0).commands().get(0).text())
        .endsWith("'{\"spec\":{\"suspend\":true}}'");
  }

  @Test
  void a_notebook_is_stopped_by_its_own_annotation() {
    Workload set = workload("apps", "StatefulSet", "statefulsets", "nb", 1, gpuPod("t", 1, ""));
    Workload ofNotebook =
        set.withMetadata(
            set.metadata()
                .withOwners(
                    List.of(new OwnerReference("kubeflow.org/v1", "Notebook", "nb", "u", true))));

    Gap gap =
        quiet("nb-0", 1)
            .idle(
                gpuNode("n1", 1).build(),
                ofNotebook,
                owned(running("nb-0", 1, "n1"), "apps/v1", "StatefulSet", "nb"),
                gpuPod("waiting", 1, ""))
            .get(0);

    Remedy remedy = gap.remedies().get(0);
    assertThat(remedy.action()).isEqualTo("stop notebook/nb, if nobody needs it");
    assertThat(remedy.commands().stream().map(KubectlCommand::text))
        .containsExactly(
            "kubectl annotate Notebook.v1.kubeflow.org nb -n team-a --overwrite"
                + " kubeflow-resource-stopped=2026-01-31T12:00:00Z");
    assertThat(remedy.result()).endsWith("; team-a/waiting gets node n1");
  }

  @Test
  void a_kind_that_is_not_known_gets_no_remedy() {
    Gap gap =
        quiet("p", 1)
            .idle(
                gpuNode("n1", 1).build(),
                owned(running("p", 1, "n1"), "ray.io/v1", "RayCluster", "r"))
            .get(0);

    assertThat(gap.remedies()).isEmpty();
    assertThat(gap.object().kind()).isEqualTo("RayCluster");
  }

  @Test
  void pods_that_a_quota_denies_wait_for_these_if_they_are_placed_then() {
    Workload denied = workload("apps", "ReplicaSet", "replicasets", "more", 1, gpuPod("t", 1, ""));

    Gap gap =
        quiet("notebook", 1)
            .idle(
                gpuNode("n1", 1).build(),
                running("notebook", 1, "n1"),
                quota("q")
                    .hard("requests.nvidia.com/gpu=1")
                    .used("requests.nvidia.com/gpu=1")
                    .build(),
                denied)
            .get(0);

    assertThat(gap.message()).contains("1 pod waits for exactly these: team-a/more-");
  }

  @Test
  void the_gap_is_found_for_its_namespace_with_waiting_pods_of_others() {
    Pod other = pod("team-b", "train").requests(GPU + "=1").limits(GPU + "=1").build();

    Simulation simulation =
        quiet("notebook", 1)
            .measuredIn(gpuNode("n1", 1).build(), running("notebook", 1, "n1"), other);

    assertThat(
            GapFinder.find(simulation, "team-a").stream()
                .map(f -> f.gap())
                .filter(g -> g.kind() == GapKind.IdleAllocated)
                .map(Gap::message))
        .singleElement()
        .asString()
        .endsWith("; 1 pod of other namespaces waits for exactly these");
  }
}
