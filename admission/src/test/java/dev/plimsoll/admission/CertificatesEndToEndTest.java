package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.admission.certificate.CertificateSettings;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.admission.controller.ControllerSettings;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.tls.Pem;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The manifests without any certificate, on a real API server that asks the Service by its name:
 * two replicas with the rights of the manifests issue their own.
 */
@RealControlPlane
class CertificatesEndToEndTest {
  private static final String SECRETS = "/api/v1/namespaces/plimsoll/secrets";
  private static final String SECRET = SECRETS + "/plimsoll-admission-ca";
  private static final String WEBHOOK =
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/plimsoll-admission";
  private static final String SLICES =
      "/apis/discovery.k8s.io/v1/namespaces/plimsoll/endpointslices";
  private static final String ENDPOINTS = "/api/v1/namespaces/plimsoll/endpoints";
  private static final String PODS = "/api/v1/namespaces/team/pods";
  private static final CertificateSettings.Times QUICK =
      new CertificateSettings.Times(
          Duration.ofMillis(200), Duration.ofSeconds(3), Duration.ofDays(365), Duration.ofDays(30));

  @TempDir private Path folder;

  /** API servers go to no endpoint on the loopback interface. */
  static Optional<String> address() throws Exception {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(Inet4Address.class::isInstance)
        .filter(a -> !a.isLoopbackAddress() && !a.isLinkLocalAddress())
        .map(InetAddress::getHostAddress)
        .findFirst();
  }

  @Test
  void the_service_issues_its_certificate_and_no_request_fails_while_it_is_rotated()
      throws Exception {
    Optional<String> address = address();
    assumeThat(address).as("this machine has no address but that of loopback").isPresent();
    List<LiveAdmission> replicas = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    try (ControlPlane plane = ControlPlane.startWith(folder, "--enable-aggregator-routing=true")) {
      AdminApi api = plane.api();
      apply(api);
      try {
        for (int i = 0; i < 2; i++) {
          LiveAdmission started = start(plane);
          replicas.add(started);
          ports.add(started.port());
          endpoint(api, address.orElseThrow(), started.port());
        }
        quota(api);
        Await.until(
            "both replicas answer by a ledger that was counted", () -> areAllByALedger(api, 20));
        String authority = authority(api);

        assertThat(failuresDuring(api, () -> rotate(api, ports, authority))).isEmpty();
      } finally {
        replicas.forEach(LiveAdmission::close);
      }
    }
  }

  static void apply(AdminApi api) throws Exception {
    for (String file :
        List.of(
            "crds/quotaledgers.yaml",
            "namespace/namespace.yaml",
            "admission/rbac.yaml",
            "admission/certificates-rbac.yaml",
            "admission/service.yaml",
            "admission/webhook.yaml",
            "admission/gates.yaml")) {
      for (JsonObject object : AdmissionManifests.read(file)) {
        if (object.has("webhooks")) {
          JsonObject webhook = object.getAsJsonArray("webhooks").get(0).getAsJsonObject();
          webhook.addProperty("failurePolicy", "Fail");
        }
        JsonObject unused = api.create(AdmissionEndToEndCluster.path(object), object.toString());
      }
    }
    Await.until(
        "ledgers can be listed", () -> api.isThere("/apis/plimsoll.dev/v1alpha1/quotaledgers"));
  }

  private static LiveAdmission start(ControlPlane plane) throws Exception {
    return start(plane.kubeconfig("admission-account"));
  }

  /** Starts a replica that issues its own certificate. */
  static LiveAdmission start(Path kubeconfig) throws Exception {
    AdmissionServiceConfiguration manifest = AdmissionManifests.configuration();
    HttpSettings http = manifest.http();
    ServerConfiguration server =
        new ServerConfiguration(
            AdmissionServiceConfiguration.DEFAULT.server().management(),
            AdmissionServiceConfiguration.DEFAULT.server().metrics(),
            new ClusterAccess(Optional.of(kubeconfig), Optional.empty()),
            manifest.server().staleAfter(),
            new LeaderElectionSettings(
                true, "plimsoll", "plimsoll-admission", Duration.ofSeconds(5)));
    return LiveAdmission.start(
        new AdmissionServiceConfiguration(
            server,
            http.withPort(0),
            ReviewSettings.DEFAULT,
            manifest.certificates().map(c -> c.withTimes(QUICK))),
        new ControllerSettings(
            Duration.ofMillis(100),
            Duration.ofSeconds(1),
            Duration.ZERO,
            ControllerSettings.DEFAULT.clock(),
            ControllerSettings.DEFAULT.ticker()),
        "test");
  }

  /** Adds a replica to the Service: newer API servers read its EndpointSlices, older Endpoints. */
  static void endpoint(AdminApi api, String address, int port) throws Exception {
    addToEndpoints(api, address, port);
    JsonObject unused =
        api.create(
            SLICES,
            """
            {"metadata": {"name": "replica-%2$d", "labels":
                {"kubernetes.io/service-name": "plimsoll-admission"}}, "addressType": "IPv4",
             "endpoints": [{"addresses": ["%1$s"], "conditions": {"ready": true}}],
             "ports": [{"name": "admission", "port": %2$d, "protocol": "TCP"}]}"""
                .formatted(address, port));
  }

  private static void addToEndpoints(AdminApi api, String address, int port) throws Exception {
    if (!api.isThere(ENDPOINTS + "/plimsoll-admission")) {
      JsonObject unused =
          api.create(ENDPOINTS, "{\"metadata\": {\"name\": \"plimsoll-admission\"}}");
    }
    JsonObject endpoints = api.get(ENDPOINTS + "/plimsoll-admission");
    if (!endpoints.has("subsets")) {
      endpoints.add("subsets", new JsonArray());
    }
    String subset =
        """
        {"addresses": [{"ip": "%s"}],
         "ports": [{"name": "admission", "port": %d, "protocol": "TCP"}]}"""
            .formatted(address, port);
    endpoints.getAsJsonArray("subsets").add(JsonParser.parseString(subset));
    JsonObject unused = api.update(ENDPOINTS + "/plimsoll-admission", endpoints);
  }

  /** Takes a replica out of the Service, as its readiness probe does. */
  static void setNotReady(AdminApi api, String address, int port) throws Exception {
    JsonObject unused =
        api.patch(
            SLICES + "/replica-" + port,
            "{\"endpoints\": [{\"addresses\": [\"%s\"], \"conditions\": {\"ready\": false}}]}"
                .formatted(address));
    JsonObject endpoints = api.get(ENDPOINTS + "/plimsoll-admission");
    for (JsonElement each : endpoints.getAsJsonArray("subsets")) {
      JsonObject subset = each.getAsJsonObject();
      if (subset.getAsJsonArray("ports").get(0).getAsJsonObject().get("port").getAsInt() == port) {
        subset.add("notReadyAddresses", subset.remove("addresses"));
      }
    }
    JsonObject unusedEndpoints = api.update(ENDPOINTS + "/plimsoll-admission", endpoints);
  }

  static void quota(AdminApi api) throws Exception {
    JsonObject unused =
        api.create(
            "/api/v1/namespaces",
            "{\"metadata\": {\"name\": \"team\", \"labels\": {\"plimsoll.dev/strict\": \"true\"}}}");
    JsonObject unusedQuota =
        api.create(
            "/api/v1/namespaces/team/resourcequotas",
            """
            {"metadata": {"name": "gpus"}, "spec": {"hard": {"requests.nvidia.com/gpu": "1"}}}""");
  }

  /** Asks for a pod that isn't made; returns why not, if so. */
  static boolean areAllByALedger(AdminApi api, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      String denied = create(api, 2);
      if (!denied.contains("denied the request: exceeded") || denied.contains("at present")) {
        return false;
      }
    }
    return true;
  }

  static String create(AdminApi api, int gpus) throws Exception {
    AdminApi.Answer answer =
        api.exchange(
            "POST",
            PODS + "?dryRun=All",
            "application/json",
            AdmissionEndToEndCluster.pod("a", gpus, 1).toString());
    return answer.code() < 300 ? "" : answer.body().get("message").getAsString();
  }

  private static String authority(AdminApi api) throws Exception {
    return api.get(SECRET).getAsJsonObject("data").get("ca.key").getAsString();
  }

  /** Empties the Secret, and waits until another CA has signed what is served. */
  private static void rotate(AdminApi api, List<Integer> ports, String before) throws Exception {
    JsonObject emptied = api.patch(SECRET, "{\"data\": null}");
    assertThat(emptied.has("data")).isFalse();
    Await.until(
        "another CA has signed a certificate",
        () -> {
          JsonObject secret = api.get(SECRET);
          return !JsonPaths.text(secret, "data", "tls.crt").isEmpty()
              && !JsonPaths.text(secret, "data", "ca.key").equals(before);
        });
    for (int port : ports) {
      Await.until("a replica serves it", () -> isServed(port, newest(api)));
    }
    askAnew(api);
  }

  /** With another caBundle the API server opens other connections; it is written over again. */
  private static void askAnew(AdminApi api) throws Exception {
    String all = authorities(api);
    assertThat(bundle(api)).isEqualTo(all);
    String newest =
        Base64.getEncoder().encodeToString(Pem.write(newest(api)).getBytes(StandardCharsets.UTF_8));
    JsonObject unused =
        api.patch(
            WEBHOOK,
            "[{\"op\": \"replace\", \"path\": \"/webhooks/0/clientConfig/caBundle\", \"value\": \"%s\"}]"
                .formatted(newest),
            "application/json-patch+json");
    assertThat(create(api, 1)).isEmpty();
    Await.until("the service has written over it", () -> bundle(api).equals(all));
  }

  private static List<X509Certificate> newest(AdminApi api) throws Exception {
    String pem = new String(Base64.getDecoder().decode(authorities(api)), StandardCharsets.UTF_8);
    return Pem.certificates(pem).subList(0, 1);
  }

  private static boolean isServed(int port, List<X509Certificate> authorities) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("authority", authorities.get(0));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
      socket.startHandshake();
      return true;
    } catch (SSLException e) {
      return false;
    }
  }

  private static String authorities(AdminApi api) throws Exception {
    return api.get(SECRET).getAsJsonObject("data").get("ca.crt").getAsString();
  }

  private static String bundle(AdminApi api) throws Exception {
    JsonObject webhook = api.get(WEBHOOK).getAsJsonArray("webhooks").get(0).getAsJsonObject();
    return webhook.getAsJsonObject("clientConfig").get("caBundle").getAsString();
  }

  private interface Action {
    void run() throws Exception;
  }

  /** Asks for pods that are allowed, and for one that isn't, again and again meanwhile. */
  private static List<String> failuresDuring(AdminApi api, Action action) throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<List<String>> asking =
        CompletableFuture.supplyAsync(
            () -> {
              List<String> failures = new ArrayList<>();
              int asked = 0;
              while (!isOver.get() || asked < 20) {
                try {
                  String allowed = create(api, 1);
                  String denied = create(api, 2);
                  if (!allowed.isEmpty() || !denied.contains("exceeded quota")) {
                    failures.add(allowed + denied);
                  }
                } catch (Exception e) {
                  failures.add(e.toString());
                }
                asked++;
              }
              return failures;
            });
    try {
      action.run();
    } finally {
      isOver.set(true);
    }
    return asking.get();
  }
}
