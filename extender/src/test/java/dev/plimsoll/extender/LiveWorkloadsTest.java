package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the live service says of workloads whose pods the API server denied. */
class LiveWorkloadsTest {
  private static final String DENIED =
      "pods \\\"web-1-\\\" is forbidden: exceeded quota: gpus, requested:"
          + " requests.nvidia.com/gpu=2, used: requests.nvidia.com/gpu=0, limited:"
          + " requests.nvidia.com/gpu=1";
  private static final String EXPLAIN = "/api/v1/explain?kind=Deployment&namespace=team&name=web";

  @TempDir Path folder;
  private LiveExtenderOverHttp live;

  @BeforeEach
  void prepare() throws IOException {
    live = new LiveExtenderOverHttp(folder);
    live.put(
        """
        {"apiVersion": "v1", "kind": "ResourceQuota",
         "metadata": {"namespace": "team", "name": "gpus"},
         "spec": {"hard": {"requests.nvidia.com/gpu": "1"}},
         "status": {"hard": {"requests.nvidia.com/gpu": "1"},
           "used": {"requests.nvidia.com/gpu": "0"}}}""");
    String template =
        """
        "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"name": "c",
          "image": "i", "resources": {"requests": {"nvidia.com/gpu": "2"}, "limits":
          {"nvidia.com/gpu": "2"}}}]}}""";
    live.put(
        """
        {"apiVersion": "apps/v1", "kind": "Deployment",
         "metadata": {"namespace": "team", "name": "web", "uid": "d"},
         "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "web"}}, %s}}"""
            .formatted(template));
    live.put(
        """
        {"apiVersion": "apps/v1", "kind": "ReplicaSet",
         "metadata": {"namespace": "team", "name": "web-1", "uid": "r", "ownerReferences": [
           {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": "d",
            "controller": true}]},
         "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "web"}}, %s},
         "status": {"replicas": 0, "conditions": [{"type": "ReplicaFailure", "status": "True",
           "reason": "FailedCreate", "message": "%s"}]}}"""
            .formatted(template, DENIED));
  }

  @AfterEach
  void stop() {
    live.close();
  }

  private JsonObject json(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = live.get(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JsonParser.parseString(answer.body()).getAsJsonObject();
  }

  @Test
  void a_deployment_whose_pods_quota_denies_is_a_gap_and_is_explained() throws Exception {
    live.start("");

    JsonArray gaps = json("/api/v1/gaps").getAsJsonArray("gaps");

    assertThat(gaps.asList())
        .extracting(JsonElement::getAsJsonObject)
        .anySatisfy(
            gap -> {
              assertThat(gap.get("kind").getAsString()).isEqualTo("QuotaExhaustedCapacityFree");
              assertThat(gap.getAsJsonObject("object").get("name").getAsString()).isEqualTo("web");
            });
    assertThat(json(EXPLAIN).get("verdict").getAsString()).isEqualTo("DeniedByQuota");
  }

  @Test
  void workloads_that_may_not_be_read_are_said_not_to_have_been_and_decisions_go_on()
      throws Exception {
    for (String kind : new String[] {"deployments", "replicasets", "jobs"}) {
      live.server().access().forbid("me", "list", kind);
    }
    live.start("");
    live.create("new", 2, "");

    assertThat(json("/api/v1/gaps").getAsJsonObject("unread").get("message").getAsString())
        .contains("deployments.apps", "jobs.batch", "replicasets.apps")
        .doesNotContain("statefulsets");
    assertThat(live.get(EXPLAIN).statusCode()).isEqualTo(404);
    LiveExtenderOverHttp.await(
        "the pod is known", () -> live.filter("new").contains("quota gpus has no"));
  }
}
