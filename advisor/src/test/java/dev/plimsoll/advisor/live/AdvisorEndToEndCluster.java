package dev.plimsoll.advisor.live;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.ResourceName;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/**
 * A real API server with a node of 16 GPUs, shared by {@code vision} and {@code nlp} with quotas of
 * 4 and 32, and the advisor with the rights that the manifests give it.
 */
public final class AdvisorEndToEndCluster implements AutoCloseable {
  static final Path MANIFESTS = Path.of(System.getProperty("plimsoll.root"), "manifests");
  static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  static final String GPU = "requests.nvidia.com/gpu";

  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles/";

  /** Three parts for {@code vision}, one for {@code nlp}. */
  public static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
          "gpus",
          List.of(Tenant.of("vision", 3, "vision"), Tenant.of("nlp", 1, "nlp")),
          List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))));

  private final ControlPlane plane;
  private final AdminApi api;
  private final ClusterAccess advisor;
  private final ClusterAccess admin;

  /** Starts it; its data go into a folder. */
  public AdvisorEndToEndCluster(Path folder) throws Exception {
    plane = ControlPlane.start(folder);
    api = plane.api();
    advisor = new ClusterAccess(Optional.of(plane.kubeconfig("advisor")), Optional.empty());
    admin = new ClusterAccess(Optional.of(plane.kubeconfig("admin")), Optional.empty());
    for (String definition :
        List.of("quotarecommendations", "capacitypolicies", "quotarequests", "tenant-roles")) {
      create(MANIFESTS.resolve("crds/" + definition + ".yaml"));
    }
    for (String rights : List.of("base", "posting/base", "applying/base", "watch/base")) {
      create(MANIFESTS.resolve("advisor/" + rights + "/rbac.yaml"));
    }
    addNamespace("vision");
    addNamespace("nlp");
    addNode();
    Await.until(
        "recommendations can be listed",
        () -> api.isThere("/apis/plimsoll.dev/v1alpha1/quotarecommendations"));
  }

  /** Returns the API server as an administrator sees it. */
  public AdminApi api() {
    return api;
  }

  /** Gives both namespaces their quotas, and waits until they are in force. */
  public void setQuotas() throws Exception {
    for (String namespace : List.of("vision", "nlp")) {
      api.deleteAll(quotas(namespace));
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
      JsonObject unused =
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
    JsonObject unused =
        api.create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + name + "\"}}");
  }

  private void addNode() throws IOException {
    JsonObject created = api.create("/api/v1/nodes", "{\"metadata\":{\"name\":\"n1\"}}");
    JsonObject unused =
        api.patch(
            "/api/v1/nodes/" + JsonFields.text(created, "metadata", "name") + "/status",
            """
            {"status": {
              "capacity": {"cpu": "64", "pods": "110", "nvidia.com/gpu": "16"},
              "allocatable": {"cpu": "64", "pods": "110", "nvidia.com/gpu": "16"},
              "conditions": [{"type": "Ready", "status": "True", "reason": "MadeUp"}]}}
            """);
  }

  void addQuota(String namespace, String hard) throws IOException {
    JsonObject unused =
        api.create(
            quotas(namespace),
            "{\"metadata\":{\"name\":\"gpu\"},\"spec\":{\"hard\":" + hard + "}}");
  }

  static String quotas(String namespace) {
    return "/api/v1/namespaces/" + namespace + "/resourcequotas";
  }

  JsonObject quota(String namespace) throws IOException {
    return api.get(quotas(namespace) + "/gpu");
  }

  /** Returns whether the quota controller has seen all quotas of a namespace as they are. */
  boolean isInForce(String namespace) throws IOException {
    return api.list(quotas(namespace)).stream()
        .allMatch(
            q ->
                JsonFields.amounts(q, "spec", "hard")
                    .equals(JsonFields.amounts(q, "status", "hard")));
  }

  /** Returns the ceilings of a namespace's quota. */
  public String hard(String namespace) throws IOException {
    return JsonFields.amounts(quota(namespace), "spec", "hard").toString();
  }

  /** Returns what the ceilings on GPUs come to. */
  public long sum() {
    try {
      return api.list("/api/v1/resourcequotas").stream()
          .mapToLong(
              q -> JsonFields.amounts(q, "spec", "hard").getOrZero(ResourceName.of(GPU)).value())
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets the ceiling on GPUs as a field manager, by a merge patch. */
  void updateAs(String manager, String namespace, String gpus) {
    patch(
        quotas(namespace) + "/gpu?fieldManager=" + manager,
        "{\"spec\":{\"hard\":{\"%s\":\"%s\"}}}".formatted(GPU, gpus));
  }

  void patch(String path, String patch) {
    try {
      JsonObject unused = api.patch(path, patch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the advisor may read. */
  Cluster read() {
    return LiveCluster.read(advisor, n -> {});
  }

  Advice advice() {
    Simulation simulation =
        Simulation.of(read(), AdmissionChain.standard(), DefaultPlugins.scheduler());
    return Advisor.advise(simulation, POLICY, UsageHistory.NONE);
  }

  Connection connection() {
    return Connection.open(advisor);
  }

  /** Returns how the advisor reaches the cluster, with the rights of the manifests. */
  ClusterAccess advisor() {
    return advisor;
  }

  /** Returns how an administrator reaches the cluster. */
  public ClusterAccess admin() {
    return admin;
  }

  Connection adminConnection() {
    return Connection.open(admin);
  }

  List<WriteOutcome> apply(Advice advice) {
    return apply(advice, path -> {});
  }

  /** Applies advice while somebody meddles before each write that is stored. */
  List<WriteOutcome> apply(Advice advice, Consumer<String> meddle) {
    return apply(advice, meddle, new ApplyOverrides(false, true));
  }

  List<WriteOutcome> apply(Advice advice, Consumer<String> meddle, ApplyOverrides overrides) {
    try (Connection connection = connection()) {
      return new QuotaApplier(
              new InterferingApiWriter(connection, meddle), NOW, overrides, new MadeChanges())
          .apply(advice);
    }
  }

  /** Something done while the advisor lacks a right. */
  interface Deed {
    void run() throws Exception;
  }

  /** Takes a right away from the advisor as long as something is done. */
  void without(String role, String verb, String resource, Deed deed) throws Exception {
    JsonObject whole = api.get(ROLES + role);
    JsonArray rules = new JsonArray();
    for (JsonObject rule : JsonFields.objects(whole, "rules")) {
      List<String> resources = JsonFields.strings(rule, "resources");
      if (!resources.contains(resource)) {
        rules.add(rule);
      } else {
        rules.add(with(rule, "resources", resources.stream().filter(r -> !r.equals(resource))));
        JsonObject rest = with(rule, "resources", Stream.of(resource));
        List<String> verbs = JsonFields.strings(rule, "verbs");
        rules.add(with(rest, "verbs", verbs.stream().filter(v -> !v.equals(verb))));
      }
    }
    putRules(role, rules, verb, resource, false);
    try {
      deed.run();
    } finally {
      putRules(role, whole.getAsJsonArray("rules"), verb, resource, true);
    }
  }

  private static JsonObject with(JsonObject rule, String list, Stream<String> texts) {
    JsonObject other = rule.deepCopy();
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    other.add(list, array);
    return other;
  }

  private void putRules(String role, JsonArray rules, String verb, String resource, boolean allowed)
      throws Exception {
    JsonArray kept = new JsonArray();
    for (JsonElement rule : rules) {
      JsonObject each = rule.getAsJsonObject();
      if (!JsonFields.strings(each, "resources").isEmpty()
          && !JsonFields.strings(each, "verbs").isEmpty()) {
        kept.add(each);
      }
    }
    JsonObject patch = new JsonObject();
    patch.add("rules", kept);
    patch(ROLES + role, patch.toString());
    Await.until(
        verb + " " + resource + " is " + (allowed ? "allowed" : "forbidden"),
        () -> isAllowed(verb, resource) == allowed);
  }

  private boolean isAllowed(String verb, String resource) throws IOException {
    JsonObject review =
        api.create(
            "/apis/authorization.k8s.io/v1/subjectaccessreviews",
            """
            {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview",
             "spec": {"user": "plimsoll-advisor",
                      "resourceAttributes": {"verb": "%s", "resource": "%s"}}}
            """
                .formatted(verb, resource));
    return JsonFields.text(review, "status", "allowed").equals("true");
  }

  @Override
  public void close() {
    plane.close();
  }
}
