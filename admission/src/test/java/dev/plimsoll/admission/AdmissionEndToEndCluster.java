package dev.plimsoll.admission;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.admission.controller.ControllerSettings;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.http.TlsSettings;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A real control plane with what the manifests have, and two replicas of the role that run with its
 * rights. Pods whose names end in {@code 1} are asked of the second one, all others of the first.
 */
final class AdmissionEndToEndCluster implements AutoCloseable {
  static final String LEDGERS = "/apis/plimsoll.dev/v1alpha1/quotaledgers";
  private static final String WEBHOOK =
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/plimsoll-admission";

  private final ControlPlane plane;
  private final AdminApi api;
  private final ShiftedClock clock = new ShiftedClock();
  private final WebhookCertificate certificate;
  private final Map<Integer, ReplicaProcess> processes = new ConcurrentHashMap<>();
  private final Starter starter;
  private final List<Replica> replicas = new ArrayList<>();

  /** A replica, and how it is ended. */
  private record Replica(int port, Runnable end) {}

  /** Starts a replica. */
  @FunctionalInterface
  private interface Starter {
    Replica start(AdmissionEndToEndCluster cluster) throws Exception;
  }

  AdmissionEndToEndCluster(Path folder) throws Exception {
    this(folder, Duration.ofSeconds(1));
  }

  AdmissionEndToEndCluster(Path folder, Duration resyncPeriod) throws Exception {
    this(folder, resyncPeriod, List.of("resourcequota-controller"));
  }

  AdmissionEndToEndCluster(Path folder, Duration resyncPeriod, List<String> controllers)
      throws Exception {
    this(folder, ControlPlane.start(folder, controllers), c -> c.inProcess(resyncPeriod));
  }

  /** Starts a control plane with more flags, and replicas that can be killed. */
  static AdmissionEndToEndCluster withProcesses(Path folder, String... flags) throws Exception {
    return withProcesses(
        folder, ControlPlane.startWith(folder, flags), ControllerSettings.DEFAULT.resyncPeriod());
  }

  /** Starts replicas on a control plane that can be killed. */
  static AdmissionEndToEndCluster withProcesses(
      Path folder, ControlPlane plane, Duration resyncPeriod) throws Exception {
    return new AdmissionEndToEndCluster(
        folder,
        plane,
        c -> {
          ReplicaProcess process =
              ReplicaProcess.start(
                  ReplicaProcess.OfCluster.class,
                  plane.kubeconfig("admission-account").toString(),
                  c.certificate.certificate().toString(),
                  c.certificate.key().toString(),
                  resyncPeriod.toString());
          c.processes.put(process.port(), process);
          return new Replica(process.port(), process::close);
        });
  }

  private AdmissionEndToEndCluster(Path folder, ControlPlane plane, Starter starter)
      throws Exception {
    this.plane = plane;
    this.starter = starter;
    api = plane.api();
    certificate = WebhookCertificate.in(folder);
    for (String file :
        List.of(
            "crds/quotaledgers.yaml",
            "crds/capacitypolicies.yaml",
            "namespace/namespace.yaml",
            "admission/rbac.yaml")) {
      for (JsonObject object : AdmissionManifests.read(file)) {
        create(object);
      }
    }
    Await.until("ledgers can be listed", () -> api.isThere(LEDGERS));
    replicas.add(starter.start(this));
    replicas.add(starter.start(this));
    JsonObject webhook = AdmissionManifests.read("admission/webhook.yaml").get(0);
    JsonArray both = new JsonArray();
    for (int i = 0; i < replicas.size(); i++) {
      both.add(entry(webhook.getAsJsonArray("webhooks").get(0).getAsJsonObject().deepCopy(), i));
    }
    webhook.add("webhooks", both);
    create(webhook);
    JsonObject gates = AdmissionManifests.read("admission/gates.yaml").get(0);
    JsonObject gate = gates.getAsJsonArray("webhooks").get(0).getAsJsonObject();
    gate.add("clientConfig", clientConfig(0, "/admission/mutate"));
    create(gates);
  }

  private JsonObject entry(JsonObject entry, int replica) throws Exception {
    entry.addProperty("name", "r" + replica + ".quota.plimsoll.dev");
    entry.addProperty("failurePolicy", "Fail");
    entry.add("clientConfig", clientConfig(replica, "/admission/validate"));
    JsonObject condition = new JsonObject();
    condition.addProperty("name", "which-replica");
    condition.addProperty("expression", (replica == 0 ? "!" : "") + "request.name.endsWith('1')");
    entry.getAsJsonArray("matchConditions").add(condition);
    return entry;
  }

  private JsonObject clientConfig(int replica, String path) throws Exception {
    JsonObject config = new JsonObject();
    config.addProperty("url", "https://127.0.0.1:" + replicas.get(replica).port() + path);
    config.addProperty("caBundle", certificate.caBundle());
    return config;
  }

  private Replica inProcess(Duration resyncPeriod) throws Exception {
    LiveAdmission started =
        start(plane.kubeconfig("admission-account"), certificate, settings(resyncPeriod, clock));
    return new Replica(started.port(), started::close);
  }

  static ControllerSettings settings(Duration resyncPeriod, Clock clock) {
    return new ControllerSettings(
        ControllerSettings.DEFAULT.pause(),
        resyncPeriod,
        ControllerSettings.DEFAULT.longestRequest(),
        clock,
        Ticker.SYSTEM);
  }

  /** Returns the process of a replica. */
  ReplicaProcess process(int replica) {
    return Objects.requireNonNull(processes.get(replicas.get(replica).port()));
  }

  /** Kills a replica, and starts another one in its place. */
  void replace(int replica) throws Exception {
    replicas.get(replica).end().run();
    replicas.set(replica, starter.start(this));
    JsonObject unused =
        api.patch(
            WEBHOOK,
            "[{\"op\": \"replace\", \"path\": \"/webhooks/%d/clientConfig/url\", \"value\": \"https://127.0.0.1:%d/admission/validate\"}]"
                .formatted(replica, replicas.get(replica).port()),
            "application/json-patch+json");
  }

  static LiveAdmission start(
      Path kubeconfig, WebhookCertificate certificate, ControllerSettings settings)
      throws InterruptedException {
    AdmissionServiceConfiguration absent = AdmissionServiceConfiguration.DEFAULT;
    ServerConfiguration server =
        new ServerConfiguration(
            absent.server().management(),
            absent.server().metrics(),
            new ClusterAccess(Optional.of(kubeconfig), Optional.empty()),
            absent.server().staleAfter(),
            new LeaderElectionSettings(
                true, "plimsoll", "plimsoll-admission", Duration.ofSeconds(5)));
    return LiveAdmission.start(
        new AdmissionServiceConfiguration(
            server,
            absent
                .http()
                .onLoopback()
                .withTls(
                    new TlsSettings(
                        List.of(certificate.certificate()),
                        List.of(certificate.key()),
                        List.of(),
                        false,
                        Map.of(),
                        Duration.ofSeconds(10))),
            ReviewSettings.DEFAULT),
        settings,
        "test");
  }

  private void create(JsonObject object) throws IOException {
    JsonObject unused = api.create(path(object), object.toString());
  }

  /** Returns where objects of a kind are created. */
  static String path(JsonObject object) {
    String version = object.get("apiVersion").getAsString();
    JsonObject metadata = object.getAsJsonObject("metadata");
    String in =
        metadata.has("namespace")
            ? "/namespaces/" + metadata.get("namespace").getAsString() + "/"
            : "/";
    return (version.equals("v1") ? "/api/" : "/apis/")
        + version
        + in
        + object.get("kind").getAsString().toLowerCase(Locale.ROOT)
        + "s";
  }

  ControlPlane plane() {
    return plane;
  }

  AdminApi api() {
    return api;
  }

  /** Sends a review to a replica over a connection of its own; returns what it answers. */
  JsonObject review(int replica, JsonObject review) throws Exception {
    AdminApi connection =
        new AdminApi(
            "https://127.0.0.1:" + replicas.get(replica).port(),
            certificate.certificate(),
            "nobody");
    return connection
        .exchange("POST", "/admission/validate?timeout=3s", "application/json", review.toString())
        .body();
  }

  void forward(Duration time) {
    clock.forward(time);
  }

  /** Makes a namespace with a quota of GPUs, and waits until that is in force. */
  void namespace(String name, boolean isStrict, int gpus) throws Exception {
    JsonObject unused =
        api.create(
            "/api/v1/namespaces",
            "{\"metadata\": {\"name\": \"%s\", \"labels\": {\"plimsoll.dev/strict\": \"%s\"}}}"
                .formatted(name, isStrict));
    JsonObject unusedQuota =
        api.create(
            "/api/v1/namespaces/" + name + "/resourcequotas",
            "{\"metadata\": {\"name\": \"gpus\"}, \"spec\": {\"hard\": {\"%s\": \"%d\"}}}"
                .formatted(AdmissionEndToEndTest.GPU, gpus));
    Await.until(
        "the quota is in force",
        () ->
            api.get("/api/v1/namespaces/" + name + "/resourcequotas/gpus")
                .getAsJsonObject("status")
                .has("used"));
    if (isStrict) {
      awaitLedger(name, 0, 0);
    }
  }

  /** Waits until the ledger of a namespace's quota says so. */
  void awaitLedger(String namespace, int used, int reserved) throws Exception {
    Await.until(
        "the ledger of " + namespace + " has " + used + " used and " + reserved + " reserved",
        () -> amounts(namespace).equals(used + " " + reserved));
  }

  /** Returns what the ledger of a namespace's quota says is used and reserved. */
  String amounts(String namespace) throws IOException {
    for (JsonObject ledger : api.list(LEDGERS)) {
      String origin = ledger.getAsJsonObject("spec").get("origin").getAsString();
      if (origin.equals("resourcequota/" + namespace + "/gpus") && ledger.has("status")) {
        JsonObject status = ledger.getAsJsonObject("status");
        return amount(status, "used") + " " + amount(status, "reserved");
      }
    }
    return "";
  }

  private static String amount(JsonObject status, String field) {
    JsonObject amounts = status.getAsJsonObject(field);
    return amounts != null && amounts.has(AdmissionEndToEndTest.GPU)
        ? amounts.get(AdmissionEndToEndTest.GPU).getAsString()
        : "";
  }

  static JsonObject pod(String name, int gpus, int cpus) {
    return JsonParser.parseString(
            """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"}, "spec": {"containers": [
              {"name": "c", "image": "i", "resources": {
                "requests": {"nvidia.com/gpu": "%2$d", "cpu": "%3$d", "memory": "1Gi"},
                "limits": {"nvidia.com/gpu": "%2$d", "cpu": "%3$d", "memory": "1Gi"}}}]}}
            """
                .formatted(name, gpus, cpus))
        .getAsJsonObject();
  }

  static String pods(String namespace) {
    return "/api/v1/namespaces/" + namespace + "/pods";
  }

  @Override
  public void close() {
    replicas.forEach(r -> r.end().run());
    plane.close();
  }
}
