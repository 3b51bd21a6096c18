package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CustomResourceTest {
  private static final String GADGETS = "/apis/example.com/v1/gadgets";

  private final KubeApiServer server = KubeApiServer.start();
  private final HttpCalls httpCalls = HttpCalls.of(server);

  @BeforeEach
  void define() throws Exception {
    httpCalls.post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        {"metadata": {"name": "gadgets.example.com"},
         "spec": {"group": "example.com", "scope": "Cluster",
           "names": {"kind": "Gadget", "plural": "gadgets"},
           "versions": [{"name": "v1", "served": true, "storage": true,
             "subresources": {"status": {}},
             "schema": {"openAPIV3Schema": {"type": "object", "properties": {
               "spec": {"type": "object", "required": ["mode"], "properties": {
                 "mode": {"type": "string", "enum": ["A", "B"]},
                 "size": {"type": "integer", "default": 3, "maximum": 9},
                 "tags": {"type": "object", "additionalProperties": {"type": "string"}},
                 "any": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}},
               "status": {"type": "object", "properties": {"n": {"type": "integer"}}}}}}}]}}""");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private HttpResponse<String> gadget(String query, String spec) throws Exception {
    return httpCalls.send(
        "POST", GADGETS + query, "{\"metadata\": {\"name\": \"g\"}, \"spec\": %s}".formatted(spec));
  }

  @Test
  void a_definition_is_established_and_discovered() throws Exception {
    JsonObject crd =
        httpCalls.get(
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.example.com");
    assertThat(JsonPaths.objects(crd, "status", "conditions"))
        .extracting(c -> JsonPaths.text(c, "type"))
        .contains("Established");
    assertThat(JsonPaths.objects(httpCalls.get("/apis/example.com/v1"), "resources"))
        .extracting(r -> JsonPaths.text(r, "name"))
        .containsExactly("gadgets", "gadgets/status");
  }

  @Test
  void defaults_are_filled_in_and_unknown_fields_dropped_with_a_warning() throws Exception {
    HttpResponse<String> made =
        gadget("", "{\"mode\": \"A\", \"x\": 1, \"tags\": {\"t\": \"1\"}, \"any\": {\"y\": 1}}");
    assertThat(JsonPaths.text(JsonPaths.parse(made.body()).getAsJsonObject("spec")))
        .isEqualTo("{\"mode\":\"A\",\"tags\":{\"t\":\"1\"},\"any\":{\"y\":1},\"size\":3}");
    assertThat(made.headers().allValues("Warning"))
        .containsExactly("299 - \"unknown field \\\"spec.x\\\"\"");
  }

  @Test
  void what_breaks_the_schema_is_an_error_with_every_cause() throws Exception {
    JsonObject error =
        JsonPaths.parse(gadget("", "{\"mode\": \"C\", \"size\": 10, \"tags\": {\"t\": 1}}").body());
    assertThat(JsonPaths.text(error, "message"))
        .isEqualTo(
            "Gadget.example.com \"g\" is invalid: [spec.mode: Unsupported value: \"C\": supported values: \"A\", \"B\", "
                + "spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9, "
                + "spec.tags.t: Invalid value: \"integer\": spec.tags.t in body must be of type string: \"integer\"]");
  }

  @Test
  void the_status_is_written_only_through_its_subresource() throws Exception {
    gadget("", "{\"mode\": \"A\"}");
    String merge = "application/merge-patch+json";
    String both = "{\"spec\": {\"mode\": \"B\"}, \"status\": {\"n\": 1}}";
    httpCalls.send("PATCH", GADGETS + "/g", merge, both);
    assertThat(httpCalls.get(GADGETS + "/g").has("status")).isFalse();
    httpCalls.send("PATCH", GADGETS + "/g/status", merge, both.replace("\"B\"", "\"A\""));
    JsonObject gadget = httpCalls.get(GADGETS + "/g");
    assertThat(JsonPaths.text(gadget, "status", "n")).isEqualTo("1");
    assertThat(JsonPaths.text(gadget, "spec", "mode")).isEqualTo("B");
    assertThat(JsonPaths.text(gadget, "metadata", "generation")).isEqualTo("2");
  }

  @Test
  void a_replacement_without_a_version_is_an_error() throws Exception {
    gadget("", "{\"mode\": \"A\"}");
    HttpResponse<String> put =
        httpCalls.send(
            "PUT",
            GADGETS + "/g",
            "{\"metadata\": {\"name\": \"g\"}, \"spec\": {\"mode\": \"B\"}}");
    assertThat(put.statusCode()).isEqualTo(422);
    assertThat(put.body()).contains("must be specified for an update");
  }

  @Test
  void a_resource_whose_definition_goes_is_served_no_longer() throws Exception {
    httpCalls.send(
        "DELETE",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.example.com",
        "");
    assertThat(httpCalls.send("GET", GADGETS, "").statusCode()).isEqualTo(404);
  }
}
