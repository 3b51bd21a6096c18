package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.plane.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargeReviewTest {
  private static final int THREE_MIB = 3 << 20;

  @TempDir private Path folder;

  /** The API server takes objects of up to 3 MiB, and sends both the new and the old one. */
  @Test
  void an_object_of_three_MiB_is_decided_on_in_time() throws Exception {
    try (AdmissionCluster cluster = new AdmissionCluster(folder)) {
      cluster.strictNamespace("team");
      cluster.quota("team", "pods", "'pods': '1'");
      int port = cluster.start();
      Await.until("it is counted", () -> cluster.amount("used", "pods").equals("0"));

      assertThat(isAllowed(AdmissionCluster.review(port, review("a")))).isTrue();
      assertThat(cluster.amount("reserved", "pods")).isEqualTo("1");
      JsonObject unused =
          cluster.put(
              """
              {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'namespace': 'team', 'name': 'a',
                'uid': 'a'}, 'spec': {'containers': [{'name': 'c', 'image': 'i'}]}}""");
      Await.until("it is stored", () -> cluster.amount("used", "pods").equals("1"));
      assertThat(isAllowed(AdmissionCluster.review(port, review("b")))).isFalse();
    }
  }

  private static String review(String name) {
    return """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "%1$s",
          "kind": {"group": "", "version": "v1", "kind": "Pod"}, "namespace": "team",
          "resource": {"group": "", "version": "v1", "resource": "pods"}, "operation": "CREATE",
          "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "team",
              "name": "%1$s", "uid": "%1$s", "annotations": {"large": "%2$s"}},
            "spec": {"containers": [{"name": "c", "image": "i"}]}}}}"""
        .formatted(name, "x".repeat(THREE_MIB));
  }

  private static boolean isAllowed(String answer) {
    JsonObject review = JsonParser.parseString(answer).getAsJsonObject();
    return review.getAsJsonObject("response").get("allowed").getAsBoolean();
  }
}
