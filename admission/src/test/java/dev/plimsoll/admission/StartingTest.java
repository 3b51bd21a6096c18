package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.admission.certificate.CertificateSettings;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Probes are answered at a port of their own before the webhook listens at its own. */
class StartingTest {
  @TempDir private static Path folder;

  private final HttpClient client = HttpClient.newHttpClient();

  /** Nobody issues a certificate here, since another replica leads. */
  @Test
  void nothing_is_ready_that_waits_for_its_certificate() throws Exception {
    try (AdmissionCluster cluster = new AdmissionCluster(folder)) {
      cluster.put(
          """
          {'apiVersion': 'coordination.k8s.io/v1', 'kind': 'Lease',
           'metadata': {'namespace': 'plimsoll', 'name': 'plimsoll-admission'},
           'spec': {'holderIdentity': 'another', 'leaseDurationSeconds': 3600,
             'acquireTime': '2026-01-01T00:00:00.000000Z',
             'renewTime': '%s', 'leaseTransitions': 0}}"""
              .formatted(Clock.systemUTC().instant().toString().replaceAll("\\..*", ".000000Z")));
      int port = freePort();
      Thread starting = new Thread(() -> start(cluster, port));
      starting.start();

      Await.until("it has read all", () -> problem(port).equals("503 the service is starting"));

      assertThat(starting.isAlive()).isTrue();
      starting.interrupt();
      starting.join();
    }
  }

  private static void start(AdmissionCluster cluster, int port) {
    AdmissionServiceConfiguration usual =
        AdmissionCluster.configuration(ReviewSettings.DEFAULT, true, cluster.access());
    ServerConfiguration server =
        new ServerConfiguration(
            Optional.of(HttpSettings.DEFAULT.onLoopback().withPort(port)),
            Optional.empty(),
            usual.server().access(),
            usual.server().staleAfter(),
            usual.server().leaderElection());
    try {
      LiveAdmission.start(
              new AdmissionServiceConfiguration(server, usual.http(), usual.reviews())
                  .withCertificates(CertificateSettings.DEFAULT),
              AdmissionCluster.controllerSettings(Clock.systemUTC()),
              "test")
          .close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String problem(int port) throws InterruptedException {
    try {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz")).build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body().strip();
    } catch (IOException e) {
      return "no answer yet";
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
