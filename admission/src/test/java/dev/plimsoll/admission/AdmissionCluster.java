package dev.plimsoll.admission;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.admission.certificate.CertificateSettings;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.admission.controller.ControllerSettings;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An API server that asks the webhook, and any number of replicas of it. */
public final class AdmissionCluster implements AutoCloseable {
  private final KubeApiServer server;
  private final Connection connection;
  private final ClusterAccess access;
  private final List<LiveAdmission> replicas = new ArrayList<>();
  private final ShiftedClock clock = new ShiftedClock();

  /** Starts one without a webhook. */
  public AdmissionCluster(Path folder) {
    server = KubeApiServer.start();
    server.objects().put(AdmissionManifests.read("crds/quotaledgers.yaml").get(0));
    server.access().token("secret", User.ADMIN);
    access =
        new ClusterAccess(
            Optional.of(server.kubeconfig(folder, "secret", "default")), Optional.empty());
    connection = Connection.open(access);
    put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'plimsoll'}}");
  }

  /** The API server. */
  public KubeApiServer server() {
    return server;
  }

  /** How replicas reach the API server. */
  ClusterAccess access() {
    return access;
  }

  /** Puts an object there, past admission; with single quotes. */
  public JsonObject put(String json) {
    return server.objects().put(json.replace('\'', '"'));
  }

  /** Makes a namespace that is labelled for strict mode. */
  public void strictNamespace(String name) {
    put(
        "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': '%s', 'labels': {'plimsoll.dev/strict': 'true'}}}"
            .formatted(name));
  }

  /** Puts a quota there whose limits are in force. */
  public void quota(String namespace, String name, String hard) {
    put(
        """
        {'apiVersion': 'v1', 'kind': 'ResourceQuota',
         'metadata': {'namespace': '%s', 'name': '%s'}, 'spec': {'hard': {%s}},
         'status': {'hard': {%3$s}, 'used': {%s}}}"""
            .formatted(namespace, name, hard, hard.replaceAll("'[0-9]+'", "'0'")));
  }

  /** Starts a replica; the last one started is the one that is asked. */
  public int start() throws InterruptedException {
    return start(ReviewSettings.DEFAULT, false);
  }

  /** Starts a replica that answers so; the last one started is the one that is asked. */
  public int start(ReviewSettings reviews, boolean leaderElect) throws InterruptedException {
    LiveAdmission started = replica(reviews, leaderElect);
    replicas.add(started);
    route(List.of(started.port()));
    return started.port();
  }

  /** Starts a replica with other settings of its controller; it is the one that is asked. */
  public int start(ControllerSettings settings) throws InterruptedException {
    LiveAdmission started =
        LiveAdmission.start(configuration(ReviewSettings.DEFAULT, false, access), settings, "test");
    replicas.add(started);
    route(List.of(started.port()));
    return started.port();
  }

  /** Starts a replica that answers scrapers at a port of loopback; it is the one that is asked. */
  public int startScraped(int metricsPort) throws InterruptedException {
    AdmissionServiceConfiguration usual = configuration(ReviewSettings.DEFAULT, true, access);
    ServerConfiguration server =
        new ServerConfiguration(
            usual.server().management(),
            Optional.of(HttpSettings.DEFAULT.withPort(metricsPort)),
            access,
            usual.server().staleAfter(),
            usual.server().leaderElection());
    LiveAdmission started =
        LiveAdmission.start(
            new AdmissionServiceConfiguration(server, usual.http(), usual.reviews()),
            controllerSettings(clock),
            "test");
    replicas.add(started);
    route(List.of(started.port()));
    return started.port();
  }

  /** Starts a replica that nobody asks yet. */
  public LiveAdmission replica(ReviewSettings reviews, boolean leaderElect)
      throws InterruptedException {
    return replica(reviews, leaderElect, access);
  }

  /** Starts a replica that reaches the API server in another way, and that nobody asks yet. */
  public LiveAdmission replica(ReviewSettings reviews, boolean leaderElect, ClusterAccess access)
      throws InterruptedException {
    return LiveAdmission.start(
        configuration(reviews, leaderElect, access), controllerSettings(clock), "test");
  }

  /** Starts a replica that issues its own certificate, and leads; it has one then. */
  public LiveAdmission replicaThatIssues(CertificateSettings certificates)
      throws InterruptedException {
    return LiveAdmission.start(
        configuration(ReviewSettings.DEFAULT, false, access).withCertificates(certificates),
        controllerSettings(clock),
        "test");
  }

  static AdmissionServiceConfiguration configuration(
      ReviewSettings reviews, boolean leaderElect, ClusterAccess access) {
    AdmissionServiceConfiguration absent = AdmissionServiceConfiguration.DEFAULT;
    ServerConfiguration server =
        new ServerConfiguration(
            absent.server().management(),
            absent.server().metrics(),
            access,
            absent.server().staleAfter(),
            new LeaderElectionSettings(
                leaderElect, "plimsoll", "plimsoll-admission", Duration.ofSeconds(3)));
    return new AdmissionServiceConfiguration(server, absent.http().onLoopback(), reviews);
  }

  static ControllerSettings controllerSettings(Clock clock) {
    return new ControllerSettings(
        Duration.ofMillis(20), Duration.ofMillis(300), Duration.ZERO, clock, Ticker.SYSTEM);
  }

  /** Has the API server ask the webhook at these ports in turn. */
  public void route(List<Integer> ports) {
    server
        .webhooks()
        .locate(
            "plimsoll",
            "plimsoll-admission",
            ports.stream().map(port -> "http://127.0.0.1:" + port).toList());
    put(
        """
        {'apiVersion': 'admissionregistration.k8s.io/v1', 'kind': 'ValidatingWebhookConfiguration',
         'metadata': {'name': 'plimsoll'}, 'webhooks': [{
           'name': 'quota.plimsoll.dev', 'failurePolicy': 'Fail', 'sideEffects': 'NoneOnDryRun',
           'timeoutSeconds': 5, 'admissionReviewVersions': ['v1'],
           'namespaceSelector': {'matchExpressions': [{'key': 'plimsoll.dev/strict',
             'operator': 'In', 'values': ['true', 'audit']}]},
           'clientConfig': {'service': {'namespace': 'plimsoll', 'name': 'plimsoll-admission',
             'path': '/admission/validate'}},
           'rules': [{'operations': ['CREATE', 'UPDATE'], 'apiGroups': ['*'],
             'apiVersions': ['*'], 'resources': ['*', 'pods/resize']}]}]}
        """);
    put(
        """
        {'apiVersion': 'admissionregistration.k8s.io/v1', 'kind': 'MutatingWebhookConfiguration',
         'metadata': {'name': 'plimsoll'}, 'webhooks': [{
           'name': 'gate.plimsoll.dev', 'failurePolicy': 'Fail', 'sideEffects': 'None',
           'timeoutSeconds': 5, 'admissionReviewVersions': ['v1'],
           'clientConfig': {'service': {'namespace': 'plimsoll', 'name': 'plimsoll-admission',
             'path': '/admission/mutate'}},
           'rules': [{'operations': ['CREATE'], 'apiGroups': [''], 'apiVersions': ['v1'],
             'resources': ['pods']}]}]}
        """);
  }

  /** Lets the replicas' clocks go forward. */
  public void forward(Duration time) {
    clock.forward(time);
  }

  /** Creates a pod as a client does; returns what the API server says no with, else nothing. */
  public String createPod(String namespace, String name, int gpus) {
    return create(
        "/api/v1/namespaces/" + namespace + "/pods",
        ("{'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': '%s'}, 'spec': {'containers':"
                + " [{'name': 'c', 'image': 'i', 'resources': {'requests': {'nvidia.com/gpu':"
                + " '%2$d'}, 'limits': {'nvidia.com/gpu': '%2$d'}}}]}}")
            .formatted(name, gpus));
  }

  /** Creates an object as a client does; returns what the API server says no with, else nothing. */
  public String create(String path, String json) {
    try {
      connection.post(path, JsonParser.parseString(json.replace('\'', '"')).getAsJsonObject());
      return "";
    } catch (StatusException e) {
      return e.code() + " " + e.getMessage();
    }
  }

  /** Returns the only ledger. */
  public Optional<JsonObject> ledger() {
    List<JsonObject> ledgers = server.objects().list("plimsoll.dev/v1alpha1", "QuotaLedger");
    return ledgers.stream().findFirst();
  }

  /** Returns an amount that the only ledger says is used or reserved; empty if it doesn't. */
  public String amount(String field, String key) {
    return ledger()
        .map(l -> l.getAsJsonObject("status"))
        .map(s -> s.getAsJsonObject(field))
        .map(amounts -> amounts.get(key))
        .map(amount -> amount.getAsString())
        .orElse("");
  }

  /** Returns what a replica answers to a probe. */
  public static int ready(int port) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz")).build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  /** Returns what a replica answers to a review, within five seconds. */
  public static String review(int port, String review) throws Exception {
    return review(port, "/admission/validate", review);
  }

  /** Returns what a replica answers to a review on a path, within five seconds. */
  public static String review(int port, String path, String review) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path + "?timeout=10s"))
                .timeout(Duration.ofSeconds(5))
                .POST(HttpRequest.BodyPublishers.ofString(review))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Override
  public void close() {
    replicas.forEach(LiveAdmission::close);
    connection.close();
    server.close();
  }
}
