package dev.plimsoll.kube.conform;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HarmlessStepsTest {
  private static final String NAMESPACE = "n";

  private static Stream<AdmissionSequence.Step> steps() {
    HarmlessSteps harmless = HarmlessSteps.in(Cluster.builder(Instant.EPOCH).build());
    List<String> families = AdmissionSequence.FAMILIES;
    return IntStream.range(0, 400)
        .boxed()
        .flatMap(
            i -> {
              String family = families.get(i % families.size());
              return AdmissionSequence.of(family, NAMESPACE, new Draw(5, family, i)).stream();
            })
        .map(harmless::of);
  }

  private static List<AdmissionSequence.Step> steps(String kind) {
    return steps()
        .filter(s -> s.object().get("kind").getAsString().equals(kind))
        .filter(s -> !s.op().equals("delete"))
        .toList();
  }

  private static JsonObject spec(AdmissionSequence.Step step) {
    return Json.child(step.object(), "spec");
  }

  private static boolean isNew(AdmissionSequence.Step step) {
    return step.op().equals("create") || step.op().equals("dryrun");
  }

  @Test
  void every_object_is_of_the_namespace() {
    assertThat(steps())
        .isNotEmpty()
        .allMatch(
            s -> Json.text(Json.child(s.object(), "metadata"), "namespace").equals(NAMESPACE));
  }

  @Test
  void no_scheduler_looks_at_a_pod() {
    assertThat(steps("Pod").stream().filter(HarmlessStepsTest::isNew))
        .isNotEmpty()
        .allMatch(s -> Json.text(spec(s), "schedulerName").equals(HarmlessSteps.NOBODY))
        .noneMatch(s -> spec(s).has("nodeName"));
  }

  @Test
  void no_controller_makes_pods() {
    assertThat(steps("Job")).isNotEmpty().allMatch(s -> spec(s).get("suspend").getAsBoolean());
    for (String kind : List.of("Deployment", "StatefulSet", "ReplicationController")) {
      assertThat(steps(kind)).isNotEmpty().allMatch(s -> spec(s).get("replicas").getAsInt() == 0);
    }
  }

  @Test
  void nobody_makes_a_load_balancer() {
    assertThat(
            steps("Service").stream()
                .filter(s -> Json.text(spec(s), "type").equals("LoadBalancer")))
        .isNotEmpty()
        .allMatch(s -> spec(s).has("loadBalancerClass"));
  }

  @Test
  void no_claim_gets_a_volume() {
    assertThat(steps("PersistentVolumeClaim"))
        .isNotEmpty()
        .allMatch(s -> spec(s).has("selector") && spec(s).has("storageClassName"))
        .allMatch(
            s ->
                Json.text(spec(s), "storageClassName").isEmpty()
                    || Json.text(spec(s), "storageClassName").startsWith(HarmlessSteps.NOBODY));
  }
}
