package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.Evidence;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Finds the gaps of small clusters; everything namespaced is in {@code team-a}. */
final class GapScenario {
  static final String GPU = "nvidia.com/gpu";
  static final String GPUS = "requests.nvidia.com/gpu";

  private GapScenario() {}

  static Simulation simulation(ApiObject... objects) {
    return simulation(AdmissionChain.standard(), objects);
  }

  static Simulation simulation(AdmissionChain chain, ApiObject... objects) {
    return Simulation.of(ClusterFixture.cluster(objects), chain, DefaultPlugins.scheduler());
  }

  /** Returns the only gap of a kind, with its remedies. */
  static Gap gap(GapKind kind, ApiObject... objects) {
    return gap(kind, simulation(objects));
  }

  static Gap gap(GapKind kind, Simulation simulation) {
    List<Finding> all = GapFinder.find(simulation);
    List<Gap> gaps =
        all.stream().filter(f -> f.gap().kind() == kind).map(Finding::withRemedies).toList();
    if (gaps.size() != 1) {
      throw new AssertionError(
          gaps.size()
              + " gaps of kind "
              + kind
              + " among "
              + all.stream().map(Finding::gap).toList());
    }
    return gaps.get(0);
  }

  /** Returns a deployment that lacks all its pods. */
  static Workload deployment(String name, int replicas, Pod pod) {
    return new Workload(
        ObjectMeta.of("team-a", name),
        new GroupVersionKind("apps", "v1", "Deployment"),
        new GroupResource("apps", "deployments"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                pod.spec(),
                OptionalInt.of(replicas))),
        List.of(),
        false);
  }

  /** Returns a Job that has not finished. */
  static Workload job(String name, int pods, boolean replacesTerminating, Pod pod) {
    return deployment(name, pods, pod)
        .with()
        .type(new GroupVersionKind("batch", "v1", "Job"))
        .resource(new GroupResource("batch", "jobs"))
        .details(
            new WorkloadDetails.Job(
                false, pods, OptionalInt.of(pods), false, replacesTerminating, 0, 0))
        .build();
  }

  /** Returns a pod that requests some GPUs, on a node or, where its name is empty, on none. */
  static Pod gpuPod(String name, int gpus, String node) {
    String gpu = GPU + "=" + gpus;
    return pod(name).requests(gpu).limits(gpu).on(node).build();
  }

  static Pod gpuPod(int gpus) {
    return gpuPod("p", gpus, "");
  }

  static String evidence(Gap gap) {
    return gap.evidence().stream()
        .filter(e -> !e.name().equals("apiServer") && !e.name().equals("scheduler"))
        .map((Evidence e) -> e.name() + "=" + e.value())
        .collect(Collectors.joining(" "));
  }
}
