package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Sends what was once sent to a kube-apiserver 1.36.2, in the same order, and compares the answers.
 * What others did in between, the recording's controllers among them, is done here by name.
 */
class TranscriptTest {
  private static final String POD =
      """
      {"apiVersion": "v1", "kind": "Pod",
       "metadata": {"name": "%1$s", "namespace": "t", "labels": {"app": "%1$s"}},
       "spec": {"terminationGracePeriodSeconds": 0,
                "containers": [{"name": "c", "image": "x", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}""";
  private static final String PODS = "/api/v1/namespaces/t/pods";
  private static final String QUOTAS = "/api/v1/namespaces/t/resourcequotas";

  private final KubeApiServer server = KubeApiServer.start();
  private final HttpCalls httpCalls = HttpCalls.of(server);
  private final Correspondence correspondence = new Correspondence();

  /** What happened just before an exchange, by the exchange's name. */
  private final Map<String, Step> before =
      Map.of(
          "create pod",
              () -> httpCalls.post("/api/v1/namespaces", "{\"metadata\": {\"name\": \"t\"}}"),
          "list", () -> pods("b", "c", "d"),
          "watch from a version", this::podComesAndGoes,
          "watch selector: leaves with DELETED", () -> label("a", "{\"app\": \"moved\"}"),
          "get quota", this::quota,
          "put status", this::readQuotaOnceCounted,
          "server-side apply dry run", () -> countQuota("7"));

  /** Something done over HTTP. */
  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  @AfterEach
  void close() {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> every_exchange_is_answered_as_the_real_server_did() throws IOException {
    server.access().token("admintoken", User.ADMIN);
    return transcripts().stream()
        .map(t -> DynamicTest.dynamicTest(JsonPaths.text(t, "name"), () -> replay(t)));
  }

  private static List<JsonObject> transcripts() throws IOException {
    try (InputStream gz =
            Objects.requireNonNull(
                TranscriptTest.class.getResourceAsStream("/apiserver-transcripts.json.gz"));
        Reader reader = new InputStreamReader(new GZIPInputStream(gz), StandardCharsets.UTF_8)) {
      JsonArray all = JsonParser.parseReader(reader).getAsJsonArray();
      return all.asList().stream().map(JsonElement::getAsJsonObject).toList();
    }
  }

  private void replay(JsonObject transcript) throws IOException, InterruptedException {
    before.getOrDefault(JsonPaths.text(transcript, "name"), () -> {}).run();
    String body = JsonPaths.at(transcript, "request", "body").map(JsonPaths::text).orElse("");
    String path =
        JsonPaths.text(transcript, "request", "path")
            .replaceAll("timeoutSeconds=\\d+", "timeoutSeconds=1");
    HttpResponse<String> answer =
        httpCalls.send(
            JsonPaths.text(transcript, "request", "method"),
            correspondence.translate(path),
            JsonPaths.text(transcript, "request", "contentType"),
            correspondence.translate(body));
    JsonObject wanted = transcript.getAsJsonObject("response");
    assertThat(answer.statusCode()).isEqualTo(wanted.get("code").getAsInt());
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue(
            JsonPaths.string(wanted, "contentType")
                .orElseGet(() -> JsonPaths.text(wanted, "Content-Type")));
    if (wanted.has("lines")) {
      JsonArray lines = new JsonArray();
      answer.body().lines().map(JsonPaths::parse).forEach(lines::add);
      correspondence.check(wanted.get("lines"), lines);
    } else if (wanted.get("body").isJsonPrimitive()) {
      assertThat(answer.body()).isEqualTo(wanted.get("body").getAsString());
    } else {
      correspondence.check(wanted.get("body"), JsonPaths.parse(answer.body()));
    }
  }

  private void pods(String... names) throws IOException, InterruptedException {
    for (String name : names) {
      httpCalls.post(PODS, POD.formatted(name));
    }
  }

  private void label(String pod, String labels) throws IOException, InterruptedException {
    String patch = "{\"metadata\": {\"labels\": %s}}".formatted(labels);
    httpCalls.send("PATCH", PODS + "/" + pod, "application/merge-patch+json", patch);
  }

  private void podComesAndGoes() throws IOException, InterruptedException {
    pods("e");
    label("e", "{\"x\": \"y\"}");
    httpCalls.send("DELETE", PODS + "/e", "");
  }

  private void quota() throws IOException, InterruptedException {
    httpCalls.post(
        QUOTAS,
        "{\"metadata\": {\"name\": \"q\"}, \"spec\": {\"hard\": {\"requests.nvidia.com/gpu\": \"9\"}}}");
    countQuota("9");
  }

  private void readQuotaOnceCounted() throws IOException, InterruptedException {
    countQuota("8");
    JsonObject quota = httpCalls.get(QUOTAS + "/q");
    correspondence.learn(227, Long.parseLong(JsonPaths.text(quota, "metadata", "resourceVersion")));
  }

  private void countQuota(String hard) throws IOException, InterruptedException {
    String status =
        """
        {"status": {"hard": {"requests.nvidia.com/gpu": "%s"}, "used": {"requests.nvidia.com/gpu": "5"}}}"""
            .formatted(hard);
    httpCalls.send(
        "PATCH",
        QUOTAS + "/q/status?fieldManager=kube-controller-manager",
        "application/merge-patch+json",
        status);
  }
}
