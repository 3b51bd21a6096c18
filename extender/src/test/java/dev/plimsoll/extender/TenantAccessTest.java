package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.access.User;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What two tenants and an administrator are answered who come with their tokens. */
class TenantAccessTest {
  private static final List<String> PATHS =
      List.of(
          "/api/v1/gaps",
          "/api/v1/gaps?namespace=team",
          "/api/v1/gaps?namespace=covert",
          "/api/v1/gaps?namespace=nowhere",
          "/api/v1/quota",
          "/api/v1/quota?namespace=covert",
          "/api/v1/explain?kind=Pod&namespace=team&name=mine",
          "/api/v1/explain?kind=Pod&namespace=team&name=none",
          "/api/v1/explain?kind=Pod&namespace=covert&name=hidden",
          "/api/v1/explain?kind=Pod&namespace=covert&name=none",
          "/api/v1/explain?kind=Pod&namespace=nowhere&name=none",
          "/api/v1/explain?kind=Deployment&namespace=covert&name=hidden",
          "/api/v1/shares",
          "/api/v1/shares?namespace=covert",
          "/api/v1/assumed-pods",
          "/api/v1/assumed-pods?namespace=covert",
          "/api/v1/held-pods",
          "/api/v1/held-pods?namespace=covert",
          "/api/v1/reservations",
          "/api/v1/reservations?namespace=covert",
          "/api/v1/capacity",
          "/metrics");

  @TempDir Path folder;
  private LiveExtenderOverHttp live;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    live = new LiveExtenderOverHttp(folder);
    for (String user : List.of("alice", "bob", "nobody", "auditor")) {
      live.server().access().token(user, new User(user, user, List.of("system:authenticated")));
    }
    live.server().access().allow("alice", "list", "pods", "team");
    live.server().access().allow("bob", "list", "pods", "covert");
    live.server().access().allow("bob", "get", "nodes", "");
    live.server().access().allow("auditor", "list", "pods", "*");
    live.quota(2);
    live.create("old", 2, "\"nodeName\": \"a\", ");
    live.create("mine", 1, "");
    live.unschedulable("mine", "0/1 nodes are available");
    covert("hidden");
    Files.writeString(
        folder.resolve("policy.yaml"),
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata: {name: gpus}
        spec:
          tenants:
            - {name: vision, namespaces: [team]}
            - {name: secretive, namespaces: [covert]}
          resources: [{name: nvidia.com/gpu}]
          enforcement: {placement: Hold, borrowing: Never}
        """);
    live.start("policy: policy.yaml");
  }

  /** Creates another tenant's things; all that could be told apart of them has the name. */
  private void covert(String name) {
    live.put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'covert'}}");
    live.put(
        """
        {"apiVersion": "v1", "kind": "ResourceQuota",
         "metadata": {"namespace": "covert", "name": "quota-%1$s"},
         "spec": {"hard": {"requests.nvidia.com/gpu": "4"}}}\
        """
            .formatted(name));
    for (String pod : List.of(name, name + "-bound")) {
      String node = pod.equals(name) ? "" : "\"nodeName\": \"a\", ";
      live.put(
          """
          {"apiVersion": "v1", "kind": "Pod",
           "metadata": {"namespace": "covert", "name": "%1$s", "uid": "uid-%1$s",
             "labels": {"%1$s": "%1$s"}},
           "spec": {%2$s"containers": [{"name": "%1$s", "image": "%1$s",
             "resources": {"requests": {"nvidia.com/gpu": "3"}, "limits": {"nvidia.com/gpu": "3"}}}]},
           "status": {"phase": "Pending"}}\
          """
              .formatted(pod, node));
    }
  }

  @AfterEach
  void stop() {
    live.close();
  }

  /** Returns all that a user is answered, by the path; when it was read is left out. */
  private Map<String, String> answers(String token) throws IOException, InterruptedException {
    Map<String, String> answers = new TreeMap<>();
    for (String path : PATHS) {
      HttpResponse<String> answer = live.get(path, token);
      answers.put(path, text(answer));
    }
    return answers;
  }

  private static String text(HttpResponse<String> answer) {
    String body =
        answer
            .body()
            .replaceAll("\"asOf\":\"[^\"]*\"", "\"asOf\":0")
            .replaceAll("\"hours\":[0-9.]+", "\"hours\":0");
    return answer.statusCode() + " " + body;
  }

  @Test
  void a_tenant_is_answered_of_its_own_namespaces_and_nothing_that_names_others()
      throws IOException, InterruptedException {
    Map<String, String> alice = answers("alice");

    assertThat(alice.values())
        .allSatisfy(
            text -> assertThat(text).doesNotContain("hidden", "secretive", "quota-", "bob"));
    assertThat(alice.get("/api/v1/gaps")).startsWith("200 ").doesNotContain("covert");
    assertThat(alice.get("/api/v1/quota")).startsWith("200 ").contains("team", "gpus");
    assertThat(alice.get("/api/v1/explain?kind=Pod&namespace=team&name=mine")).startsWith("200 ");
    assertThat(alice.get("/api/v1/explain?kind=Pod&namespace=team&name=none")).startsWith("404 ");
    assertThat(alice.get("/api/v1/capacity")).startsWith("403 ");
    assertThat(alice.get("/metrics")).startsWith("403 ");
    assertThat(tenants("alice")).containsExactly("vision");
  }

  private boolean isKnown(String pod) throws IOException, InterruptedException {
    return live.get("/api/v1/explain?kind=Pod&namespace=covert&name=" + pod, "bob").statusCode()
        == 200;
  }

  @Test
  void what_others_are_called_and_have_makes_no_difference_to_a_tenant()
      throws IOException, InterruptedException {
    Map<String, String> before = answers("alice");
    for (String kind : List.of("Pod hidden", "Pod hidden-bound", "ResourceQuota quota-hidden")) {
      String[] parts = kind.split(" ");
      assertThat(live.server().objects().remove("v1", parts[0], "covert", parts[1])).isTrue();
    }
    covert("renamed");
    LiveExtenderOverHttp.await(
        "the change is seen",
        () -> {
          String seen = live.get("/api/v1/gaps?namespace=covert", "bob").body();
          String quotas = live.get("/api/v1/quota?namespace=covert", "bob").body();
          return !(seen + quotas).contains("hidden")
              && quotas.contains("renamed")
              && isKnown("renamed")
              && isKnown("renamed-bound");
        });

    assertThat(answers("alice")).isEqualTo(before);
  }

  @Test
  void what_may_not_be_seen_is_answered_like_what_is_not_there()
      throws IOException, InterruptedException {
    for (String user : List.of("alice", "nobody")) {
      Map<String, String> answers = answers(user);
      answers.forEach(
          (path, text) -> {
            if (path.contains("covert")) {
              assertThat(text).as(path).startsWith("403 ");
              HttpResponse<String> other = nowhere(path, user);
              assertThat(other.statusCode()).isEqualTo(403);
              assertThat(text.replace("covert", "nowhere")).endsWith(other.body());
            }
          });
    }
  }

  private HttpResponse<String> nowhere(String path, String user) {
    try {
      return live.get(path.replace("covert", "nowhere"), user);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void who_may_see_nodes_is_told_totals_without_names() throws IOException, InterruptedException {
    Map<String, String> bob = answers("bob");

    assertThat(bob.get("/api/v1/capacity")).startsWith("200 ").contains("\"free\":\"3\"");
    assertThat(tenants("bob")).containsExactly("secretive", "1 other");
    assertThat(bob.values())
        .allSatisfy(text -> assertThat(text).doesNotContain("vision", "\"mine\"", "\"old\""));
  }

  @Test
  void who_may_list_all_pods_is_told_of_all_namespaces_but_of_no_node()
      throws IOException, InterruptedException {
    Map<String, String> auditor = answers("auditor");

    assertThat(tenants("auditor")).containsExactly("vision", "secretive");
    assertThat(auditor.get("/api/v1/quota")).contains("team", "covert");
    assertThat(auditor.get("/api/v1/capacity")).startsWith("403 ");
    assertThat(auditor.get("/api/v1/explain?kind=Pod&namespace=nowhere&name=none"))
        .startsWith("404 ");
  }

  @Test
  void an_administrator_is_answered_as_over_loopback_without_a_token()
      throws IOException, InterruptedException {
    Map<String, String> admin = answers("secret");
    for (String path : PATHS) {
      if (!path.equals("/metrics")) {
        assertThat(text(live.get(path))).as(path).isEqualTo(admin.get(path));
      }
    }
    assertThat(admin.get("/metrics")).startsWith("200 ");
    assertThat(live.get("/api/v1/gaps", "made-up").statusCode()).isEqualTo(401);
  }

  private List<String> tenants(String user) throws IOException, InterruptedException {
    JsonArray shares =
        JsonParser.parseString(live.get("/api/v1/shares", user).body())
            .getAsJsonObject()
            .getAsJsonArray("shares");
    List<String> tenants = new ArrayList<>();
    for (JsonElement share : shares) {
      JsonElement tenant = share.getAsJsonObject().get("tenant");
      tenants.add(
          tenant != null
              ? tenant.getAsString()
              : share.getAsJsonObject().get("otherTenants") + " other");
    }
    return tenants;
  }
}
