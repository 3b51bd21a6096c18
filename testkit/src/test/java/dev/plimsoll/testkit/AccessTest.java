package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.json.JsonPaths;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccessTest {
  private final KubeApiServer server = KubeApiServer.start();
  private final HttpCalls httpCalls = HttpCalls.of(server);

  @BeforeEach
  void know_jane() {
    server.access().token("janes", new User("jane", "7", List.of("system:authenticated")));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private HttpResponse<String> asJane(String method, String path, String body) throws Exception {
    return httpCalls.send(method, path, "application/json", body, "Authorization", "Bearer janes");
  }

  @Test
  void a_token_nobody_knows_is_401() throws Exception {
    assertThat(
            httpCalls
                .send("GET", "/api/v1/pods", "", "", "Authorization", "Bearer nope")
                .statusCode())
        .isEqualTo(401);
  }

  @Test
  void a_user_may_do_only_what_is_allowed() throws Exception {
    server.access().allow("jane", "list", "pods", "default");
    assertThat(asJane("GET", "/api/v1/namespaces/default/pods", "").statusCode()).isEqualTo(200);
    JsonObject error = JsonPaths.parse(asJane("GET", "/api/v1/pods", "").body());
    assertThat(JsonPaths.text(error, "message"))
        .isEqualTo(
            "pods is forbidden: User \"jane\" cannot list resource \"pods\" in API group \"\" at the cluster scope");
    JsonObject lease =
        JsonPaths.parse(
            asJane("GET", "/apis/coordination.k8s.io/v1/namespaces/n/leases/l", "").body());
    assertThat(JsonPaths.text(lease, "message"))
        .isEqualTo(
            "leases.coordination.k8s.io \"l\" is forbidden: User \"jane\" cannot get resource \"leases\" in API group \"coordination.k8s.io\" in the namespace \"n\"");
  }

  @Test
  void a_namespace_is_read_by_who_may_read_it_in_itself() throws Exception {
    server.access().allow("jane", "get", "namespaces", "default");

    assertThat(asJane("GET", "/api/v1/namespaces/default", "").statusCode()).isEqualTo(200);
    JsonObject error = JsonPaths.parse(asJane("GET", "/api/v1/namespaces/kube-system", "").body());
    assertThat(JsonPaths.text(error, "message"))
        .isEqualTo(
            "namespaces \"kube-system\" is forbidden: User \"jane\" cannot get resource \"namespaces\" in API group \"\" in the namespace \"kube-system\"");
    assertThat(asJane("GET", "/api/v1/namespaces", "").statusCode()).isEqualTo(403);
  }

  @Test
  void what_is_forbidden_is_forbidden_to_admins_too_until_lifted() throws Exception {
    server.access().forbid("*", "list", "resourcequotas");
    assertThat(httpCalls.send("GET", "/api/v1/resourcequotas", "").statusCode()).isEqualTo(403);
    server.access().forbidNothing();
    assertThat(httpCalls.send("GET", "/api/v1/resourcequotas", "").statusCode()).isEqualTo(200);
  }

  @Test
  void access_reviews_say_what_requests_would_find() throws Exception {
    server.access().allow("jane", "create", "pods/binding", "*");
    String spec =
        """
        {"spec": {"user": "jane", "resourceAttributes":
          {"verb": "%s", "resource": "pods", "subresource": "binding", "namespace": "a"}}}""";
    String path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    assertThat(JsonPaths.text(httpCalls.post(path, spec.formatted("create")), "status", "allowed"))
        .isEqualTo("true");
    assertThat(JsonPaths.text(httpCalls.post(path, spec.formatted("delete")), "status", "allowed"))
        .isEqualTo("false");
  }

  @Test
  void everybody_may_ask_about_themselves() throws Exception {
    JsonObject review =
        JsonPaths.parse(
            asJane(
                    "POST",
                    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                    "{\"spec\": {\"resourceAttributes\": {\"verb\": \"get\", \"resource\": \"nodes\"}}}")
                .body());
    assertThat(JsonPaths.text(review, "status", "allowed")).isEqualTo("false");
  }
}
