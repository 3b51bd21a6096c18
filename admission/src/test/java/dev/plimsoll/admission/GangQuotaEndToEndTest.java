package dev.plimsoll.admission;

import static dev.plimsoll.admission.AdmissionEndToEndCluster.pod;
import static dev.plimsoll.admission.AdmissionEndToEndCluster.pods;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gang of 8 on a quota of 8, through two replicas of the role. */
@RealControlPlane
class GangQuotaEndToEndTest {
  private static final int SIZE = 8;

  @TempDir private static Path folder;
  private static AdmissionEndToEndCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        new AdmissionEndToEndCluster(
            folder, Duration.ofSeconds(1), List.of("resourcequota-controller"));
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @Test
  void what_a_gang_holds_is_given_back_after_the_bound_and_denied_until_then() throws Exception {
    cluster.namespace("held", true, SIZE);
    assertThat(create("held", gang(pod("a0", 1, 1), "a"))).isEmpty();
    cluster.awaitLedger("held", 1, SIZE - 1);

    assertThat(create("held", gang(pod("b1", 1, 1), "b")))
        .contains("exceeded quota: gpus, requested: requests.nvidia.com/gpu=8")
        .endsWith(
            "The 8 missing pods of gang b are admitted together or not at all,"
                + " and quota gpus lacks requests.nvidia.com/gpu=8.");
    assertThat(create("held", pod("single1", 1, 1))).contains("exceeded quota: gpus");

    cluster.forward(Duration.ofMinutes(6));
    cluster.awaitLedger("held", 1, 0);
    assertThat(create("held", gang(pod("b1", 1, 1), "b")))
        .contains("lacks requests.nvidia.com/gpu=1");
    assertThat(create("held", pod("single1", 1, 1))).isEmpty();
  }

  @Test
  void what_is_no_size_is_said() throws Exception {
    cluster.namespace("sizes", true, SIZE);
    for (String size : List.of("0", "-1", "four")) {
      JsonObject pod = gang(pod("a0", 1, 1), "a");
      pod.getAsJsonObject("metadata").getAsJsonObject("annotations").addProperty(Gang.SIZE, size);

      assertThat(create("sizes", pod))
          .endsWith(
              "plimsoll.dev/group-size: \"" + size + "\" is not a whole number from 1 to 999999");
    }
    JsonObject pod = gang(pod("a0", 1, 1), "a");
    pod.getAsJsonObject("metadata").getAsJsonObject("annotations").addProperty(Gang.SIZE, "9");
    assertThat(create("sizes", pod))
        .endsWith(
            "Gang a can never fit: its 9 pods need requests.nvidia.com/gpu=9 together,"
                + " and quota gpus allows requests.nvidia.com/gpu=8.");
    assertThat(cluster.amounts("sizes")).isEqualTo("0 0");
  }

  private static String create(String namespace, JsonObject pod) throws IOException {
    AdminApi.Answer answer =
        cluster.api().exchange("POST", pods(namespace), "application/json", pod.toString());
    return answer.code() < 300 ? "" : answer.body().get("message").getAsString();
  }

  private static JsonObject gang(JsonObject pod, String gang) {
    JsonObject annotations = new JsonObject();
    annotations.addProperty(Gang.SIZE, "" + SIZE);
    annotations.addProperty(Gang.NAME, gang);
    JsonObject labels = new JsonObject();
    labels.addProperty(Gang.NAME, gang);
    pod.getAsJsonObject("metadata").add("annotations", annotations);
    pod.getAsJsonObject("metadata").add("labels", labels);
    return pod;
  }
}
