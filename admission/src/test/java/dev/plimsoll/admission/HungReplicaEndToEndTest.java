package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two replicas in processes of their own behind a Service on a real control plane, with the shipped
 * webhook configurations. One of them is stopped, so that its connections stay open and it answers
 * nothing. What the requests cost is logged.
 */
@RealControlPlane
class HungReplicaEndToEndTest {
  private static final System.Logger LOG =
      System.getLogger(HungReplicaEndToEndTest.class.getName());
  private static final String WEBHOOKS = "/apis/admissionregistration.k8s.io/v1/";
  private static final int REQUESTS = 40;
  private static final int CLIENTS = 8;

  /** Other timeouts than the shipped ones, in seconds: {@code -Dplimsoll.timeouts=5,2}. */
  private static final Optional<String> TIMEOUTS =
      Optional.ofNullable(System.getProperty("plimsoll.timeouts"));

  @TempDir private Path folder;

  private record Request(Duration took, boolean isByReplica) {}

  @Test
  void once_a_replica_that_hangs_is_not_ready_each_of_its_connections_fails_one_request_at_most()
      throws Exception {
    Optional<String> address = CertificatesEndToEndTest.address();
    assumeThat(address).as("this machine has no address but that of loopback").isPresent();
    try (ControlPlane plane = ControlPlane.startWith(folder, "--enable-aggregator-routing=true")) {
      AdminApi api = plane.api();
      CertificatesEndToEndTest.apply(api);
      patch(api, "/webhooks/0/failurePolicy", "\"Ignore\"", "\"Ignore\"");
      Path kubeconfig = plane.kubeconfig("admission-account");
      try (ReplicaProcess hung = ReplicaProcess.start(Replica.class, kubeconfig.toString());
          ReplicaProcess other = ReplicaProcess.start(Replica.class, kubeconfig.toString())) {
        for (ReplicaProcess replica : List.of(hung, other)) {
          CertificatesEndToEndTest.endpoint(api, address.orElseThrow(), replica.port());
        }
        if (TIMEOUTS.isPresent()) {
          String[] seconds = TIMEOUTS.get().split(",");
          patch(api, "/webhooks/0/timeoutSeconds", seconds[0], seconds[1]);
        }
        CertificatesEndToEndTest.quota(api);
        Await.until("ledgers decide", () -> CertificatesEndToEndTest.areAllByALedger(api, 20));
        List<Request> before = requests(api, CLIENTS);
        hung.hang();
        List<Request> hanging = requests(api, 1);
        List<Request> hangingAtOnce = requests(api, CLIENTS);
        CertificatesEndToEndTest.setNotReady(api, address.orElseThrow(), hung.port());
        Await.pause();
        List<Request> notReady = requests(api, CLIENTS);
        List<Request> after = requests(api, CLIENTS);

        log("both answer", before);
        log("one hangs, one request at a time", hanging);
        log("one hangs, " + CLIENTS + " at a time", hangingAtOnce);
        log("it isn't ready any more", notReady);
        log("after that", after);
        assertThat(before).allMatch(Request::isByReplica);
        assertThat(notReady.stream().filter(r -> !r.isByReplica()).count())
            .isLessThanOrEqualTo(2 * CLIENTS);
        assertThat(after).allMatch(Request::isByReplica);
      }
    }
  }

  /** A replica that issues its own certificate. */
  static final class Replica {
    private Replica() {}

    public static void main(String[] args) throws Exception {
      ReplicaProcess.run(CertificatesEndToEndTest.start(Path.of(args[0])));
    }
  }

  private static void patch(AdminApi api, String path, String validating, String mutating)
      throws Exception {
    String patch = "[{\"op\": \"replace\", \"path\": \"%s\", \"value\": %s}]";
    JsonObject unused =
        api.patch(
            WEBHOOKS + "validatingwebhookconfigurations/plimsoll-admission",
            patch.formatted(path, validating),
            "application/json-patch+json");
    JsonObject unusedToo =
        api.patch(
            WEBHOOKS + "mutatingwebhookconfigurations/plimsoll-admission",
            patch.formatted(path, mutating),
            "application/json-patch+json");
  }

  private static List<Request> requests(AdminApi api, int atOnce) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(atOnce);
    try {
      List<Future<Request>> asked = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        asked.add(clients.submit(() -> request(api)));
      }
      List<Request> requests = new ArrayList<>();
      for (Future<Request> each : asked) {
        requests.add(each.get());
      }
      return requests;
    } finally {
      clients.shutdownNow();
    }
  }

  private static Request request(AdminApi api) throws Exception {
    long began = System.nanoTime();
    String denied = CertificatesEndToEndTest.create(api, 2);
    return new Request(
        Duration.ofNanos(System.nanoTime() - began), denied.contains("admission webhook"));
  }

  private static void log(String when, List<Request> requests) {
    List<Long> millis = new ArrayList<>(requests.stream().map(r -> r.took().toMillis()).toList());
    Collections.sort(millis);
    LOG.log(
        System.Logger.Level.INFO,
        "{0}: {1} of {2} not decided by a replica; median {3} ms, slowest {4}",
        when,
        requests.stream().filter(r -> !r.isByReplica()).count(),
        requests.size(),
        millis.get(millis.size() / 2),
        millis.subList(millis.size() - 12, millis.size()));
  }
}
