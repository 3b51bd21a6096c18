package dev.plimsoll.kube.conform;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class UnplaceablePodsTest {
  private static final int PODS = 400;

  private final Cluster cluster =
      SnapshotReader.read(List.of(Path.of("../examples/gpu-tenants.json")), n -> {});

  private final UnplaceablePods drawn = new UnplaceablePods(cluster, "vision", "default-scheduler");

  @Test
  void no_drawn_pod_gets_a_node_or_evicts_another() {
    Set<String> plugins = new TreeSet<>();
    for (int i = 0; i < PODS; i++) {
      JsonObject manifest = drawn.pod(new Draw(1, "placement", i), "p");
      Pod pod = (Pod) ObjectReader.read(JsonTree.of(manifest), Pod.TYPE);

      PlacementVerdict verdict = PlacementVerdict.of(cluster, pod);

      assertThat(verdict.unknown()).as(manifest.toString()).isEmpty();
      assertThat(verdict.text())
          .as(manifest.toString())
          .matches("(?s)(Unschedulable|SchedulingGated): .+");
      plugins.addAll(verdict.plugins());
    }
    assertThat(plugins)
        .contains("NodeResourcesFit", "TaintToleration", "NodeAffinity", "InterPodAffinity");
  }

  @Test
  void drawn_pods_are_valid() {
    for (int i = 0; i < PODS; i++) {
      JsonObject manifest = drawn.pod(new Draw(2, "placement", i), "p");
      Pod pod = (Pod) ObjectReader.read(JsonTree.of(manifest), Pod.TYPE);

      AdmissionReport report =
          AdmissionChain.standard().admit(cluster, AdmissionRequest.create(pod));

      assertThat(report.code()).as(manifest + ": " + report.message()).isNotEqualTo(422);
    }
  }

  @Test
  void a_draw_gives_the_pod_again() {
    assertThat(drawn.pod(new Draw(3, "placement", 7), "p"))
        .isEqualTo(drawn.pod(new Draw(3, "placement", 7), "p"));
  }

  @Test
  void a_difference_is_about_the_plug_in_whose_reason_lacks() {
    Pod pod =
        (Pod) ObjectReader.read(JsonTree.of(drawn.pod(new Draw(1, "placement", 1), "p")), Pod.TYPE);
    PlacementVerdict verdict = PlacementVerdict.of(cluster, pod);
    String reason =
        verdict.rejections().stream()
            .filter(r -> r.plugin().equals("TaintToleration"))
            .findFirst()
            .orElseThrow()
            .reasons()
            .get(0);

    assertThat(verdict.differingRule(verdict.text().replace(reason, "another reason")))
        .isEqualTo("TaintToleration");
  }

  @Test
  void a_difference_in_the_preemption_alone_is_about_preemption() {
    Pod pod =
        (Pod) ObjectReader.read(JsonTree.of(drawn.pod(new Draw(1, "placement", 1), "p")), Pod.TYPE);
    PlacementVerdict verdict = PlacementVerdict.of(cluster, pod);
    String said =
        verdict.text().replaceFirst("preemption: .*", "preemption: 0/8 nodes are available.");

    assertThat(said).isNotEqualTo(verdict.text());
    assertThat(verdict.differingRule(said)).isEqualTo("DefaultPreemption");
  }
}
