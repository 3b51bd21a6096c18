package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** Quotas of a real API server, told of, changed and changed back with the manifests' rights. */
@EnabledIfEnvironmentVariable(
    named = "KUBEBUILDER_ASSETS",
    matches = ".+",
    disabledReason =
        "KUBEBUILDER_ASSETS names no folder with etcd, kube-apiserver and kube-controller-manager;"
            + " the README says how to get them.")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdvisorEndToEndTest {
  private static final Path MANIFESTS = Path.of(System.getProperty("plimsoll.root"), "manifests");
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final String GPU = "requests.nvidia.com/gpu";
  private static final String VISION_RECOMMENDATIONS =
      "/apis/plimsoll.dev/v1alpha1/namespaces/vision/quotarecommendations";
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
          "gpus",
          List.of(Tenant.of("vision", 3, "vision"), Tenant.of("nlp", 1, "nlp")),
          List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))));

  private ControlPlane plane;
  private AdminApi api;
  private ClusterAccess access;

  @BeforeAll
  void startControlPlane(@TempDir Path folder) throws Exception {
    plane = ControlPlane.start(folder);
    api = plane.api();
    access = new ClusterAccess(Optional.of(plane.kubeconfig("advisor")), Optional.empty());
    for (String definition : List.of("quotarecommendations", "capacitypolicies")) {
      create(MANIFESTS.resolve("crds/" + definition + ".yaml"));
    }
    for (String rights : List.of("base", "posting/base", "apply")) {
      create(MANIFESTS.resolve("advisor/" + rights + "/rbac.yaml"));
    }
    addNamespace("vision");
    addNamespace("nlp");
    addNode();
    Await.until(
        "recommendations can be listed",
        () -> api.isThere("/apis/plimsoll.dev/v1alpha1/quotarecommendations"));
  }

  @AfterAll
  void stopControlPlane() {
    plane.close();
  }

  @BeforeEach
  void setQuotas() throws Exception {
    for (String namespace : List.of("vision", "nlp")) {
      api.deleteAll("/api/v1/namespaces/" + namespace + "/resourcequotas");
      api.deleteAll(
          "/apis/plimsoll.dev/v1alpha1/namespaces/" + namespace + "/quotarecommendations");
    }
    addQuota("vision", "{\"%s\": \"4\", \"pods\": \"50\"}".formatted(GPU));
    addQuota("nlp", "{\"%s\": \"32\"}".formatted(GPU));
    for (String namespace : List.of("vision", "nlp")) {
      Await.until("the quota is in force", () -> isInForce(namespace));
    }
  }

  /** Creates what stands in a manifest; rights are given to the user instead of the account. */
  private void create(Path manifest) throws IOException {
    for (Object document : new Yaml().loadAll(Files.readString(manifest))) {
      JsonObject object = JsonParser.parseString(new Gson().toJson(document)).getAsJsonObject();
      String kind = JsonFields.text(object, "kind");
      if (kind.endsWith("Binding")) {
        object.add(
            "subjects",
            JsonParser.parseString("[{\"kind\": \"User\", \"name\": \"plimsoll-advisor\"}]"));
      }
      String namespace = JsonFields.text(object, "metadata", "namespace");
      if (!namespace.isEmpty() && !api.isThere("/api/v1/namespaces/" + namespace)) {
        addNamespace(namespace);
      }
      String version = JsonFields.text(object, "apiVersion");
      api.create(
          (version.equals("v1") ? "/api/" : "/apis/")
              + version
              + (namespace.isEmpty() ? "/" : "/namespaces/" + namespace + "/")
              + kind.toLowerCase(Locale.ROOT)
              + "s",
          object.toString());
    }
  }

  private void addNamespace(String name) throws IOException {
    api.create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + name + "\"}}");
  }

  private void addNode() throws IOException {
    api.create("/api/v1/nodes", "{\"metadata\":{\"name\":\"n1\"}}");
    api.patch(
        "/api/v1/nodes/n1/status",
        """
        {"status": {
          "capacity": {"cpu": "64", "pods": "110", "nvidia.com/gpu": "16"},
          "allocatable": {"cpu": "64", "pods": "110", "nvidia.com/gpu": "16"},
          "conditions": [{"type": "Ready", "status": "True", "reason": "MadeUp"}]}}
        """);
  }

  private void addQuota(String namespace, String hard) throws IOException {
    api.create(
        "/api/v1/namespaces/" + namespace + "/resourcequotas",
        "{\"metadata\":{\"name\":\"gpu\"},\"spec\":{\"hard\":" + hard + "}}");
  }

  private JsonObject quota(String namespace) throws IOException {
    return api.get("/api/v1/namespaces/" + namespace + "/resourcequotas/gpu");
  }

  private boolean isInForce(String namespace) throws IOException {
    JsonObject quota = quota(namespace);
    return JsonFields.amounts(quota, "spec", "hard")
        .equals(JsonFields.amounts(quota, "status", "hard"));
  }

  private String hard(String namespace) throws IOException {
    return JsonFields.amounts(quota(namespace), "spec", "hard").toString();
  }

  private Advice advice() {
    Simulation simulation =
        Simulation.of(
            LiveCluster.read(access, n -> {}),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());
    return Advisor.advise(simulation, POLICY, UsageHistory.NONE);
  }

  private List<WriteOutcome> apply(Advice advice, Consumer<String> meddle) {
    try (Connection connection = Connection.open(access)) {
      return new QuotaApplier(
              new InterferingApiWriter(connection, meddle), NOW, new ApplyOverrides(false, true))
          .apply(advice);
    }
  }

  private List<WriteOutcome> post(Advice advice) {
    try (Connection connection = Connection.open(access)) {
      return new RecommendationPublisher(connection, NOW).post(advice, List.of(), "plimsoll");
    }
  }

  @Test
  void recommendations_are_posted_once_and_then_left_alone() throws Exception {
    List<WriteOutcome> first = post(advice());
    List<WriteOutcome> second = post(advice());

    assertThat(first).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    assertThat(second).extracting(WriteOutcome::result).containsOnly(Result.UNCHANGED);
    JsonObject vision = api.list(VISION_RECOMMENDATIONS).get(0);
    assertThat(JsonFields.text(vision, "spec", "proposed")).isEqualTo("12");
    assertThat(JsonFields.objects(vision, "status", "conditions")).isNotEmpty();
    assertThat(api.list("/apis/events.k8s.io/v1/namespaces/vision/events")).hasSize(1);
  }

  @Test
  void kubectl_shows_a_row_for_each_key() throws Exception {
    api.patch(
        "/api/v1/namespaces/vision/resourcequotas/gpu",
        "{\"spec\":{\"hard\":{\"limits.nvidia.com/gpu\": \"2\"}}}");
    Await.until("the quota is in force", () -> isInForce("vision"));

    post(advice());

    JsonObject table = api.table("/apis/plimsoll.dev/v1alpha1/quotarecommendations");
    List<JsonObject> columns = JsonFields.objects(table, "columnDefinitions");
    assertThat(columns)
        .filteredOn(c -> JsonFields.text(c, "priority").equals("0"))
        .extracting(c -> JsonFields.text(c, "name"))
        .containsExactly("Name", "Quota", "Key", "Now", "Used", "Proposed", "Confidence", "Age");
    assertThat(JsonFields.objects(table, "rows"))
        .extracting(AdvisorEndToEndTest::row)
        .containsExactlyInAnyOrder(
            "nlp gpu requests.nvidia.com/gpu 32 0 4 High",
            "vision gpu requests.nvidia.com/gpu 4 0 12 High",
            "vision gpu limits.nvidia.com/gpu 2 null null High");
  }

  /** Returns the namespace of a row and its cells from the quota to the confidence. */
  private static String row(JsonObject row) {
    String cells =
        row.getAsJsonArray("cells").asList().subList(1, 7).stream()
            .map(c -> c.isJsonNull() ? "null" : c.getAsString())
            .collect(Collectors.joining(" "));
    return JsonFields.text(row, "object", "metadata", "namespace") + " " + cells;
  }

  @Test
  void what_is_applied_can_be_undone() throws Exception {
    List<WriteOutcome> applied = apply(advice(), path -> {});

    assertThat(applied).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    assertThat(hard("vision")).isEqualTo("pods=50,requests.nvidia.com/gpu=12");
    assertThat(hard("nlp")).isEqualTo("requests.nvidia.com/gpu=4");
    try (Connection connection = Connection.open(access)) {
      assertThat(new QuotaReverter(connection).undo(Optional.empty()))
          .extracting(WriteOutcome::result)
          .containsOnly(Result.DONE);
    }
    assertThat(hard("vision")).isEqualTo("pods=50,requests.nvidia.com/gpu=4");
    assertThat(hard("nlp")).isEqualTo("requests.nvidia.com/gpu=32");
  }

  @Test
  void what_another_writer_changes_in_between_is_kept() throws Exception {
    List<String> meddled = new ArrayList<>();

    List<WriteOutcome> writeOutcomes =
        apply(
            advice(),
            path -> {
              if (path.contains("/nlp/") && meddled.isEmpty()) {
                meddled.add(path);
                change("nlp", "20");
              }
            });

    assertThat(meddled).hasSize(1);
    assertThat(writeOutcomes)
        .extracting(WriteOutcome::result)
        .contains(Result.DONE, Result.CONFLICT);
    assertThat(hard("nlp")).isEqualTo("requests.nvidia.com/gpu=20");
    assertThat(hard("vision")).isEqualTo("pods=50,requests.nvidia.com/gpu=12");
  }

  @Test
  void policies_are_checked_by_the_api_server() throws Exception {
    String policies = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";
    String example =
        new Gson()
            .toJson(
                new Yaml()
                    .<Object>load(
                        Files.readString(MANIFESTS.resolveSibling("examples/policy.yaml"))));
    JsonObject stored = api.create(policies, example);

    assertThat(JsonFields.text(stored, "spec", "changes", "apply")).isEqualTo("Never");
    assertThatThrownBy(
            () ->
                api.create(
                    policies,
                    """
                    {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy",
                     "metadata": {"name": "idle"},
                     "spec": {"tenants": [{"name": "a", "namespaces": ["a"], "weight": 0}],
                       "resources": [{"name": "nvidia.com/gpu"}]}}
                    """))
        .hasMessageContaining("all weights are 0");
    api.deleteAll(policies);
  }

  private void change(String namespace, String gpus) {
    try {
      api.patch(
          "/api/v1/namespaces/" + namespace + "/resourcequotas/gpu",
          "{\"spec\":{\"hard\":{\"%s\":\"%s\"}}}".formatted(GPU, gpus));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
