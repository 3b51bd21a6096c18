package dev.plimsoll.console;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.access.AccessRequest;
import dev.plimsoll.server.access.CallerAccess;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConsoleRoutesTest {
  private static Cluster cluster(String other) {
    return Cluster.builder(Instant.EPOCH)
        .add(node("a").has("nvidia.com/gpu", "8").build())
        .add(gpuPod("mine", "my-pod", "2").build())
        .add(gpuPod(other, other + "-pod", "3").build())
        .build();
  }

  private static PodBuilder gpuPod(String namespace, String name, String gpus) {
    return pod(namespace, name).requests("nvidia.com/gpu", gpus).on("a");
  }

  /** Answers a caller who may see all. */
  private static Reply getAll(Cluster cluster, String path) {
    return get(cluster, path, Map.of(), Set.of(""), true);
  }

  /**
   * Answers a caller who may list the pods of these namespaces, and get nodes where that is said.
   */
  private static Reply get(
      Cluster cluster,
      String path,
      Map<String, String> query,
      Set<String> namespaces,
      boolean nodes) {
    CallerAccess access =
        request ->
            request.equals(AccessRequest.getNodes())
                ? nodes
                : namespaces.stream().anyMatch(n -> request.equals(AccessRequest.listPods(n)));
    Route route =
        ConsoleRoutes.with(
                new ConsoleSources(ConsoleRoutesTest::advice, ConsoleRoutesTest::changes))
            .of(new Reports(() -> cluster, AccessGuard.granting(access)), List::of)
            .routes()
            .stream()
            .filter(r -> r.path().equals(path))
            .findFirst()
            .orElseThrow();
    return route.handler().apply(new Call(InputStream.nullInputStream(), query, ""));
  }

  private static List<AdviceSource.PolicyAdvice> advice(
      Cluster cluster, Collection<CapacityPolicy> policies) {
    if (cluster.nodes().isEmpty()) {
      throw new InputException("no nodes were read");
    }
    JsonObject report = new JsonObject();
    report.addProperty("policy", "of " + cluster.namespaces());
    return List.of(new AdviceSource.PolicyAdvice(report, "# nothing\n"));
  }

  /** Takes the second word for a node to uncordon. */
  private static List<Change> changes(List<String> options, Cluster cluster) {
    if (options.contains("bad")) {
      throw new InputException("unknown change \"bad\"");
    }
    return List.of(new NodeChange.Uncordon(options.get(1)));
  }

  private static String text(Reply reply) {
    return reply.body().stream()
        .map(b -> new String(b, StandardCharsets.UTF_8))
        .collect(Collectors.joining());
  }

  @Test
  void a_tenant_sees_of_others_on_nodes_what_they_have_together() {
    Map<String, String> query = Map.of("resource", "nvidia.com/gpu");
    String seen = text(get(cluster("covert"), "/api/v1/nodes", query, Set.of("mine"), true));
    JsonObject node =
        JsonParser.parseString(seen)
            .getAsJsonObject()
            .getAsJsonArray("nodes")
            .get(0)
            .getAsJsonObject();

    assertThat(node.get("free").getAsString()).isEqualTo("3");
    assertThat(node.get("others").getAsString()).isEqualTo("3");
    assertThat(node.getAsJsonArray("pods")).hasSize(1);
    assertThat(seen)
        .isEqualTo(text(get(cluster("other"), "/api/v1/nodes", query, Set.of("mine"), true)));
  }

  @Test
  void who_may_not_get_nodes_sees_neither_them_nor_the_whole() {
    Map<String, String> query = Map.of("resource", "nvidia.com/gpu");

    for (String path : List.of("/api/v1/nodes", "/api/v1/overview", "/api/v1/history")) {
      assertThat(get(cluster("other"), path, query, Set.of("mine"), false).status()).isEqualTo(403);
    }
  }

  @Test
  void a_tenant_sees_the_namespaces_whose_pods_it_may_list() {
    String seen = text(get(cluster("covert"), "/api/v1/tenants", Map.of(), Set.of("mine"), false));
    Set<String> namespaces = new TreeSet<>();
    JsonParser.parseString(seen)
        .getAsJsonObject()
        .getAsJsonArray("namespaces")
        .forEach(n -> namespaces.add(n.getAsJsonObject().get("namespace").getAsString()));

    assertThat(namespaces).containsExactly("mine");
    assertThat(seen).doesNotContain("covert");
  }

  @Test
  void without_a_resource_nodes_are_of_what_most_of_them_have() {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .add(node("a").has("example.com/a", "8").build())
            .add(node("b").has("nvidia.com/gpu", "8").build())
            .add(node("c").has("nvidia.com/gpu", "4").has("cpu", "64").build())
            .build();
    JsonObject seen = json(get(cluster, "/api/v1/nodes", Map.of(), Set.of(), true));

    assertThat(seen.get("resource").getAsString()).isEqualTo("nvidia.com/gpu");
    assertThat(seen.get("resources")).hasToString("[\"nvidia.com/gpu\",\"example.com/a\"]");
    assertThat(seen.getAsJsonArray("nodes")).hasSize(2);
    JsonObject none =
        json(
            get(Cluster.builder(Instant.EPOCH).build(), "/api/v1/nodes", Map.of(), Set.of(), true));
    assertThat(none.has("resource")).isFalse();
    assertThat(none.getAsJsonArray("nodes")).isEmpty();
  }

  private static JsonObject json(Reply reply) {
    return JsonParser.parseString(text(reply)).getAsJsonObject();
  }

  @Test
  void advice_is_for_those_who_may_see_all_since_it_rests_on_all() {
    for (String path : List.of("/api/v1/advice", "/api/v1/advice/patch")) {
      for (String namespace : List.of("", "mine")) {
        Map<String, String> query = Map.of("namespace", namespace);
        Reply tenant = get(cluster("covert"), path, query, Set.of("mine"), true);
        assertThat(tenant.status()).as(path + namespace).isEqualTo(403);
        assertThat(text(tenant)).doesNotContain("covert").contains("in all namespaces");
      }
      assertThat(get(cluster("covert"), path, Map.of(), Set.of(""), false).status()).isEqualTo(403);
    }
  }

  @Test
  void advice_comes_as_JSON_and_as_a_file_to_apply() {
    Reply json = getAll(cluster("other"), "/api/v1/advice");
    Reply patch = getAll(cluster("other"), "/api/v1/advice/patch");

    assertThat(json.status()).isEqualTo(200);
    assertThat(text(json)).isEqualTo("{\"advice\":[{\"policy\":\"of [mine, other]\"}]}");
    assertThat(patch.contentType()).isEqualTo("application/yaml");
    assertThat(patch.headers().get("Content-Disposition")).startsWith("attachment;");
    assertThat(text(patch)).isEqualTo("# nothing\n");
  }

  @Test
  void where_nothing_can_be_advised_that_is_said() {
    Reply reply = getAll(Cluster.builder(Instant.EPOCH).build(), "/api/v1/advice");

    assertThat(reply.status()).isEqualTo(409);
    assertThat(text(reply)).contains("no nodes were read");
  }

  @Test
  void what_is_tried_rests_on_what_the_caller_may_see() {
    Map<String, String> query = Map.of("changes", "--uncordon a");

    Reply all = get(cluster("covert"), "/api/v1/whatif", query, Set.of(""), true);
    Reply tenant = get(cluster("covert"), "/api/v1/whatif", query, Set.of("mine"), true);
    Reply other = get(cluster("other"), "/api/v1/whatif", query, Set.of("mine"), true);
    Reply blind = get(cluster("covert"), "/api/v1/whatif", query, Set.of("mine"), false);

    assertThat(all.status()).isEqualTo(200);
    assertThat(text(all)).contains("uncordon node a");
    assertThat(text(tenant)).doesNotContain("covert").isEqualTo(text(other));
    assertThat(blind.status()).as("nodes are not there for who may not get them").isEqualTo(404);
    assertThat(text(blind)).contains("node \\\"a\\\" not found").doesNotContain("known");
  }

  @Test
  void what_can_not_be_tried_is_said_in_a_sentence() {
    Cluster cluster = cluster("other");

    assertThat(text(getWhatif(cluster, "")))
        .contains("missing parameter; expected ?changes= with options of plimsoll whatif");
    assertThat(getWhatif(cluster, " ").status()).isEqualTo(400);
    assertThat(getWhatif(cluster, "--uncordon " + "x".repeat(5000)).status()).isEqualTo(400);
    assertThat(getWhatif(cluster, "bad").status()).isEqualTo(400);
    assertThat(text(getWhatif(cluster, "bad"))).contains("unknown change");
    assertThat(getWhatif(cluster, "--uncordon none").status()).isEqualTo(404);
  }

  private static Reply getWhatif(Cluster cluster, String changes) {
    return get(cluster, "/api/v1/whatif", Map.of("changes", changes), Set.of(""), true);
  }
}
