package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhookTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String POD =
      "{\"metadata\": {\"name\": \"p\"}, \"spec\": {\"containers\": [{\"name\": \"c\", \"image\": \"x\"}]}}";

  private final KubeApiServer server = KubeApiServer.start();
  private final HttpCalls httpCalls = HttpCalls.of(server);
  private final List<JsonObject> reviews = new CopyOnWriteArrayList<>();
  private HttpServer webhook;
  private volatile String answer = "\"allowed\": true";

  @BeforeEach
  void listen() throws IOException {
    webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    webhook.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          JsonObject request = JsonPaths.parse(body).getAsJsonObject("request");
          reviews.add(request);
          byte[] response =
              """
              {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
               "response": {"uid": "%s", %s}}"""
                  .formatted(JsonPaths.text(request, "uid"), answer)
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, response.length);
          exchange.getResponseBody().write(response);
          exchange.close();
        });
    webhook.start();
    server.webhooks().locate("sys", "hook", "http://127.0.0.1:" + webhook.getAddress().getPort());
  }

  @AfterEach
  void close() {
    server.close();
    webhook.stop(0);
  }

  private void configure(String kind, String more) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "%s", "metadata": {"name": "w"},
             "webhooks": [{"name": "w.example.com", "sideEffects": "None", %s
               "clientConfig": {"service": {"namespace": "sys", "name": "hook", "path": "/ask"}},
               "rules": [{"operations": ["CREATE", "DELETE"], "apiGroups": [""], "apiVersions": ["v1"],
                          "resources": ["pods", "pods/binding"]}]}]}"""
                .formatted(kind, more));
  }

  @Test
  void a_denial_says_which_webhook_and_why() throws Exception {
    configure("ValidatingWebhookConfiguration", "");
    answer = "\"allowed\": false, \"status\": {\"code\": 403, \"message\": \"no room\"}";
    JsonObject error = httpCalls.post(PODS, POD);
    assertThat(JsonPaths.text(error, "code")).isEqualTo("403");
    assertThat(JsonPaths.text(error, "message"))
        .isEqualTo("admission webhook \"w.example.com\" denied the request: no room");
    assertThat(httpCalls.send("GET", PODS + "/p", "").statusCode()).isEqualTo(404);
  }

  @Test
  void a_review_carries_the_object_as_it_would_be_stored() throws Exception {
    configure("ValidatingWebhookConfiguration", "");
    httpCalls.post(PODS + "?dryRun=All", POD);
    JsonObject review = reviews.get(0);
    assertThat(JsonPaths.text(review, "operation")).isEqualTo("CREATE");
    assertThat(JsonPaths.text(review, "dryRun")).isEqualTo("true");
    assertThat(JsonPaths.text(review, "userInfo", "username")).isEqualTo("admin");
    assertThat(JsonPaths.text(review, "object", "metadata", "uid")).isNotEmpty();
    assertThat(JsonPaths.text(review, "object", "spec", "schedulerName"))
        .isEqualTo("default-scheduler");
    assertThat(review.get("oldObject").isJsonNull()).isTrue();
  }

  @Test
  void a_binding_is_reviewed_as_a_subresource_of_its_pod() throws Exception {
    configure("ValidatingWebhookConfiguration", "");
    httpCalls.post(PODS, POD);
    httpCalls.post(
        PODS + "/p/binding", "{\"metadata\": {\"name\": \"p\"}, \"target\": {\"name\": \"n\"}}");
    assertThat(JsonPaths.text(reviews.get(1), "subResource")).isEqualTo("binding");
    assertThat(JsonPaths.text(reviews.get(1), "kind", "kind")).isEqualTo("Binding");
  }

  @Test
  void the_deletion_of_a_pod_is_reviewed_before_and_after_it_is_marked() throws Exception {
    configure("ValidatingWebhookConfiguration", "");
    httpCalls.post(PODS, POD);
    httpCalls.send("DELETE", PODS + "/p", "{\"propagationPolicy\": \"Background\"}");
    assertThat(JsonPaths.text(reviews.get(1), "options", "propagationPolicy"))
        .isEqualTo("Background");
    assertThat(reviews.subList(1, reviews.size()))
        .extracting(
            r -> JsonPaths.string(r, "oldObject", "metadata", "deletionTimestamp").isPresent())
        .containsExactly(false, true);
  }

  @Test
  void a_patch_of_a_mutating_webhook_is_applied() throws Exception {
    configure("MutatingWebhookConfiguration", "");
    String patch = "[{\"op\": \"add\", \"path\": \"/metadata/labels\", \"value\": {\"a\": \"b\"}}]";
    answer =
        "\"allowed\": true, \"patchType\": \"JSONPatch\", \"patch\": \""
            + Base64.getEncoder().encodeToString(patch.getBytes(StandardCharsets.UTF_8))
            + "\"";
    assertThat(JsonPaths.text(httpCalls.post(PODS, POD), "metadata", "labels", "a")).isEqualTo("b");
  }

  @Test
  void warnings_reach_the_client() throws Exception {
    configure("ValidatingWebhookConfiguration", "");
    answer = "\"allowed\": true, \"warnings\": [\"will \\\"wait\\\"\"]";
    HttpResponse<String> made = httpCalls.send("POST", PODS, POD);
    assertThat(made.headers().allValues("Warning")).containsExactly("299 - \"will \\\"wait\\\"\"");
  }

  @Test
  void selectors_say_which_objects_are_not_reviewed() throws Exception {
    configure(
        "ValidatingWebhookConfiguration",
        """
        "namespaceSelector": {"matchExpressions": [
           {"key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": ["default"]}]},""");
    httpCalls.post(PODS, POD);
    assertThat(reviews).isEmpty();
  }

  @Test
  void a_webhook_that_cannot_be_reached_counts_by_its_failure_policy() throws Exception {
    webhook.stop(0);
    configure("ValidatingWebhookConfiguration", "\"failurePolicy\": \"Fail\",");
    assertThat(JsonPaths.text(httpCalls.post(PODS, POD), "message"))
        .startsWith(
            "Internal error occurred: failed calling webhook \"w.example.com\": failed to call webhook: ");
    configure("ValidatingWebhookConfiguration", "\"failurePolicy\": \"Ignore\",");
    assertThat(httpCalls.send("POST", PODS, POD).statusCode()).isEqualTo(201);
  }
}
