package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.live.NamespaceScope;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ChangePolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * An API server with two nodes of 8 GPUs, shared by {@code vision} and {@code nlp} with quotas of 4
 * and 32, and by {@code lab} with a quota on a key that is never charged.
 */
final class AdvisorTestCluster implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  static final String GPU = "requests.nvidia.com/gpu";

  private final KubeApiServer server = KubeApiServer.start();
  private final ClusterAccess access;

  AdvisorTestCluster(Path folder) {
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
    access =
        new ClusterAccess(
            Optional.of(server.kubeconfig(folder, "secret", "plimsoll")), Optional.empty());
    for (String node : List.of("n1", "n2")) {
      put(
          """
          {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%s"},
           "status": {"allocatable": {"cpu": "64", "pods": "110", "nvidia.com/gpu": "8"},
                      "conditions": [{"type": "Ready", "status": "True"}]}}\
          """
              .formatted(node));
    }
    quota("vision", "gpu", "'%s': '4', 'pods': '50'".formatted(GPU));
    quota("nlp", "gpu", "'%s': '32'".formatted(GPU));
    quota("lab", "dead", "'limits.nvidia.com/gpu': '2'");
  }

  ClusterAccess access() {
    return access;
  }

  KubeApiServer server() {
    return server;
  }

  JsonObject put(String json) {
    return server.objects().put(json.replace('\'', '"'));
  }

  /** Applies one of our definitions, which is named as its file in {@code manifests/crds}. */
  void define(String kinds) {
    YamlFile.read(Path.of(System.getProperty("plimsoll.root"), "manifests/crds", kinds + ".yaml"))
        .forEach(o -> server.objects().put(o.json()));
  }

  void quota(String namespace, String name, String hard) {
    put(
        "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': '%s'}}"
            .formatted(namespace));
    put(
        """
        {'apiVersion': 'v1', 'kind': 'ResourceQuota',
         'metadata': {'name': '%s', 'namespace': '%s'},
         'spec': {'hard': {%s}}, 'status': {'hard': {%s}, 'used': {}}}\
        """
            .formatted(name, namespace, hard, hard));
  }

  /** Changes a quota as another writer would. */
  void set(String namespace, String name, String key, String value) {
    change(
        namespace,
        name,
        q -> q.getAsJsonObject("spec").getAsJsonObject("hard").addProperty(key, value));
  }

  /** Annotates a quota as {@code kubectl annotate} would. */
  void annotate(String namespace, String name, String annotation, String value)
      throws StatusException {
    JsonObject annotations = new JsonObject();
    annotations.addProperty(annotation, value);
    JsonObject metadata = new JsonObject();
    metadata.add("annotations", annotations);
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    try (Connection connection = connection()) {
      JsonObject unused =
          connection.write(
              "PATCH",
              ApiPaths.quota(namespace, name),
              Map.of("fieldManager", "kubectl-annotate"),
              Connection.MERGE_PATCH,
              patch);
    }
  }

  private void change(String namespace, String name, Consumer<JsonObject> change) {
    server
        .objects()
        .change(
            "v1",
            "ResourceQuota",
            namespace,
            name,
            q -> {
              change.accept(q);
              return q;
            });
  }

  JsonObject quota(String namespace, String name) {
    return server.objects().get("v1", "ResourceQuota", namespace, name).orElseThrow();
  }

  /** Returns the names of a namespace's quotas. */
  List<String> quotas(String namespace) {
    return server.objects().list("v1", "ResourceQuota").stream()
        .filter(q -> JsonFields.text(q, "metadata", "namespace").equals(namespace))
        .map(q -> JsonFields.text(q, "metadata", "name"))
        .sorted()
        .toList();
  }

  String hard(String namespace, String name) {
    return JsonFields.amounts(quota(namespace, name), "spec", "hard").toString();
  }

  /** Returns what the ceilings on GPUs come to. */
  long sum() {
    return server.objects().list("v1", "ResourceQuota").stream()
        .mapToLong(
            q -> JsonFields.amounts(q, "spec", "hard").getOrZero(ResourceName.of(GPU)).value())
        .sum();
  }

  Advice advice() {
    return advice(ChangePolicy.PROPOSED);
  }

  Advice advice(ChangePolicy changes) {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
                "gpus",
                List.of(
                    Tenant.of("vision", 2, "vision"),
                    Tenant.of("nlp", 1, "nlp"),
                    Tenant.of("lab", 1, "lab")),
                List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))))
            .withChanges(changes);
    Simulation simulation =
        Simulation.of(
            LiveCluster.read(access, n -> {}),
            AdmissionChain.standard(),
            DefaultPlugins.scheduler());
    return Advisor.advise(simulation, policy, UsageHistory.NONE);
  }

  /** Returns the capacity policies that the cluster has. */
  List<JsonObject> policies() {
    List<JsonObject> policies = new ArrayList<>();
    LiveCluster.read(access, NamespaceScope.ALL, Set.of(), n -> {}, policies::add);
    return policies;
  }

  /** Returns a snapshot of it. */
  Cluster cluster() {
    return LiveCluster.read(access, n -> {});
  }

  Connection connection() {
    return Connection.open(access);
  }

  List<WriteOutcome> apply(Advice advice) {
    try (Connection connection = connection()) {
      return new QuotaApplier(connection, NOW, new ApplyOverrides(false, true), new MadeChanges())
          .apply(advice);
    }
  }

  /** Applies advice as far as the policy allows it without a person. */
  List<WriteOutcome> applyWithinLimits(Advice advice) {
    try (Connection connection = connection()) {
      return new QuotaApplier(connection, NOW, ApplyOverrides.NONE, new MadeChanges())
          .apply(advice);
    }
  }

  /** Applies advice while somebody meddles before each write that is stored. */
  List<WriteOutcome> apply(Advice advice, Consumer<String> meddle) {
    try (Connection connection = connection()) {
      return new QuotaApplier(
              new InterferingApiWriter(connection, meddle),
              NOW,
              new ApplyOverrides(false, true),
              new MadeChanges())
          .apply(advice);
    }
  }

  /** Charges a quota, as the API server does when a pod is created. */
  void use(String namespace, String name, String gpus) {
    change(
        namespace,
        name,
        q -> q.getAsJsonObject("status").getAsJsonObject("used").addProperty(GPU, gpus));
  }

  /** Applies ceilings as another field manager. */
  void applyAs(String manager, String namespace, String name, String hard) throws StatusException {
    try (Connection connection = connection()) {
      JsonObject quota =
          JsonParser.parseString(
                  """
                  {"apiVersion": "v1", "kind": "ResourceQuota",
                   "metadata": {"name": "%s"}, "spec": {"hard": %s}}\
                  """
                      .formatted(name, hard.replace('\'', '"')))
              .getAsJsonObject();
      connection.write(
          "PATCH",
          ApiPaths.quota(namespace, name),
          Map.of("fieldManager", manager, "force", "true"),
          "application/apply-patch+yaml",
          quota);
    }
  }

  /** Sets the ceiling on GPUs as another field manager, by a merge patch. */
  void updateAs(String manager, String namespace, String name, String gpus) throws StatusException {
    try (Connection connection = connection()) {
      JsonObject unused =
          connection.write(
              "PATCH",
              ApiPaths.quota(namespace, name),
              Map.of("fieldManager", manager),
              Connection.MERGE_PATCH,
              JsonParser.parseString("{'spec': {'hard': {'%s': '%s'}}}".formatted(GPU, gpus))
                  .getAsJsonObject());
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
