package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriteTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String MAP = MAPS + "/m";
  private static final String MERGE = "application/merge-patch+json";
  private static final String JSON_PATCH = "application/json-patch+json";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String APPLY = "application/apply-patch+yaml";

  private final KubeApiServer server = KubeApiServer.start();
  private final HttpCalls httpCalls = HttpCalls.of(server);

  @BeforeEach
  void make() throws Exception {
    httpCalls.post(
        MAPS, "{\"metadata\": {\"name\": \"m\"}, \"data\": {\"a\": \"1\", \"b\": \"2\"}}");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private JsonObject patch(String contentType, String query, String body) throws Exception {
    return JsonPaths.parse(httpCalls.send("PATCH", MAP + query, contentType, body).body());
  }

  private String data() throws Exception {
    return JsonPaths.text(httpCalls.get(MAP).getAsJsonObject("data"));
  }

  @Test
  void a_generated_name_gets_a_random_suffix() throws Exception {
    JsonObject made = httpCalls.post(MAPS, "{\"metadata\": {\"generateName\": \"x-\"}}");
    assertThat(JsonPaths.text(made, "metadata", "name")).matches("x-[a-z0-9]{5}");
  }

  @Test
  void nothing_is_made_in_a_namespace_that_is_not_there() throws Exception {
    JsonObject error =
        httpCalls.post("/api/v1/namespaces/nope/configmaps", "{\"metadata\": {\"name\": \"m\"}}");
    assertThat(JsonPaths.text(error, "message")).isEqualTo("namespaces \"nope\" not found");
  }

  @Test
  void a_merge_patch_sets_and_removes() throws Exception {
    patch(MERGE, "", "{\"data\": {\"a\": null, \"c\": \"3\"}}");
    assertThat(data()).isEqualTo("{\"b\":\"2\",\"c\":\"3\"}");
  }

  @Test
  void a_json_patch_tests_replaces_moves_and_removes() throws Exception {
    patch(
        JSON_PATCH,
        "",
        """
        [{"op": "test", "path": "/data/a", "value": "1"},
         {"op": "replace", "path": "/data/a", "value": "x~"},
         {"op": "move", "from": "/data/b", "path": "/data/c~1d"},
         {"op": "add", "path": "/metadata/labels", "value": {"l": "1"}},
         {"op": "remove", "path": "/metadata/labels/l"}]""");
    assertThat(data()).isEqualTo("{\"a\":\"x~\",\"c/d\":\"2\"}");
  }

  @Test
  void a_strategic_patch_merges_conditions_by_type() throws Exception {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
             "status": {"conditions": [{"type": "Ready", "status": "True"}, {"type": "Disk", "status": "False"}]}}""");
    HttpResponse<String> answer =
        httpCalls.send(
            "PATCH",
            "/api/v1/nodes/n/status",
            STRATEGIC,
            "{\"status\": {\"conditions\": [{\"type\": \"Ready\", \"status\": \"False\"}]}}");
    assertThat(JsonPaths.text(JsonPaths.parse(answer.body()).getAsJsonObject("status")))
        .isEqualTo(
            "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\"},{\"type\":\"Disk\",\"status\":\"False\"}]}");
  }

  @Test
  void a_patch_of_an_unknown_form_is_415() throws Exception {
    assertThat(JsonPaths.text(patch("text/plain", "", "{}"), "code")).isEqualTo("415");
  }

  @Test
  void a_write_that_changes_nothing_keeps_the_version() throws Exception {
    String version = JsonPaths.text(httpCalls.get(MAP), "metadata", "resourceVersion");
    JsonObject same = patch(MERGE, "", "{\"data\": {\"a\": \"1\"}}");
    assertThat(JsonPaths.text(same, "metadata", "resourceVersion")).isEqualTo(version);
  }

  @Test
  void a_dry_run_answers_what_would_be_and_leaves_what_is() throws Exception {
    JsonObject would = patch(MERGE, "?dryRun=All", "{\"data\": {\"a\": \"9\"}}");
    assertThat(JsonPaths.text(would, "data", "a")).isEqualTo("9");
    assertThat(data()).isEqualTo("{\"a\":\"1\",\"b\":\"2\"}");
  }

  @Test
  void apply_makes_what_is_not_there_and_removes_what_it_no_longer_gives() throws Exception {
    String path = MAPS + "/new?fieldManager=me";
    HttpResponse<String> made =
        httpCalls.send("PATCH", path, APPLY, "{\"data\": {\"a\": \"1\", \"b\": \"2\"}}");
    assertThat(made.statusCode()).isEqualTo(201);
    HttpResponse<String> less = httpCalls.send("PATCH", path, APPLY, "{\"data\": {\"b\": \"2\"}}");
    assertThat(JsonPaths.text(JsonPaths.parse(less.body()).getAsJsonObject("data")))
        .isEqualTo("{\"b\":\"2\"}");
  }

  @Test
  void what_two_managers_apply_alike_belongs_to_both_until_both_let_go() throws Exception {
    patch(APPLY, "?fieldManager=one", "{\"data\": {\"x\": \"1\"}}");
    patch(APPLY, "?fieldManager=two", "{\"data\": {\"x\": \"1\"}}");
    JsonObject kept = patch(APPLY, "?fieldManager=one", "{\"data\": {\"y\": \"1\"}}");
    assertThat(JsonPaths.text(kept, "data", "x")).isEqualTo("1");
    JsonObject gone = patch(APPLY, "?fieldManager=two", "{\"data\": {\"y\": \"1\"}}");
    assertThat(JsonPaths.string(gone, "data", "x")).isEmpty();
  }

  @Test
  void an_apply_against_other_managers_names_each_and_its_fields() throws Exception {
    patch(APPLY, "?fieldManager=one", "{\"data\": {\"x\": \"1\"}}");
    JsonObject error =
        patch(APPLY, "?fieldManager=two", "{\"data\": {\"x\": \"2\", \"a\": \"2\"}}");
    assertThat(JsonPaths.text(error, "message"))
        .isEqualTo(
            """
            Apply failed with 2 conflicts: conflicts with "one":
            - .data.x
            conflicts with "unknown" using v1:
            - .data.a""");
  }

  @Test
  void an_object_with_finalizers_goes_when_the_last_one_does() throws Exception {
    patch(MERGE, "", "{\"metadata\": {\"finalizers\": [\"example.com/wait\"]}}");
    httpCalls.send("DELETE", MAP, "");
    assertThat(JsonPaths.string(httpCalls.get(MAP), "metadata", "deletionTimestamp")).isPresent();
    patch(MERGE, "", "{\"metadata\": {\"finalizers\": null}}");
    assertThat(httpCalls.send("GET", MAP, "").statusCode()).isEqualTo(404);
  }

  @Test
  void a_deletion_of_what_has_no_particular_answer_is_answered_with_a_status() throws Exception {
    JsonObject status = JsonPaths.parse(httpCalls.send("DELETE", MAP, "").body());
    assertThat(JsonPaths.text(status, "status")).isEqualTo("Success");
    assertThat(JsonPaths.text(status, "details", "kind")).isEqualTo("configmaps");
  }

  @Test
  void a_deletion_with_a_body_is_a_dry_run_only_if_the_body_says_so() throws Exception {
    httpCalls.send("DELETE", MAP, "{\"kind\": \"DeleteOptions\", \"dryRun\": [\"All\"]}");
    assertThat(httpCalls.send("GET", MAP, "").statusCode()).isEqualTo(200);
    httpCalls.send("DELETE", MAP + "?dryRun=All", "{\"kind\": \"DeleteOptions\"}");
    assertThat(httpCalls.send("GET", MAP, "").statusCode()).isEqualTo(404);
  }

  @Test
  void a_deletion_without_a_body_is_a_dry_run_if_the_query_says_so() throws Exception {
    httpCalls.send("DELETE", MAP + "?dryRun=All", "");
    assertThat(httpCalls.send("GET", MAP, "").statusCode()).isEqualTo(200);
  }

  @Test
  void a_namespace_goes_with_what_is_in_it() throws Exception {
    httpCalls.send("DELETE", "/api/v1/namespaces/default", "");
    assertThat(server.objects().list("v1", "ConfigMap")).isEmpty();
    assertThat(httpCalls.send("GET", "/api/v1/namespaces/default", "").statusCode()).isEqualTo(404);
  }

  @Test
  void many_are_deleted_by_selector() throws Exception {
    httpCalls.post(MAPS, "{\"metadata\": {\"name\": \"n\", \"labels\": {\"app\": \"x\"}}}");
    httpCalls.send("DELETE", MAPS + "?labelSelector=app%3Dx", "");
    assertThat(server.objects().list("v1", "ConfigMap")).hasSize(1);
  }

  @Test
  void an_event_of_either_group_is_seen_through_both() throws Exception {
    httpCalls.post(
        "/apis/events.k8s.io/v1/namespaces/default/events",
        """
        {"metadata": {"name": "e"}, "note": "n", "reason": "R",
         "regarding": {"kind": "Pod", "name": "p"}, "reportingController": "plimsoll.dev/x"}""");
    JsonObject core =
        httpCalls.get("/api/v1/events?fieldSelector=involvedObject.name%3Dp,reason%3DR");
    assertThat(JsonPaths.objects(core, "items"))
        .singleElement()
        .satisfies(event -> assertThat(JsonPaths.text(event, "message")).isEqualTo("n"));
    JsonObject other =
        httpCalls.get("/apis/events.k8s.io/v1/events?fieldSelector=regarding.name%3Dnot-p");
    assertThat(JsonPaths.objects(other, "items")).isEmpty();
  }
}
