package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.Reservation;
import dev.plimsoll.model.ledger.ReservedBy;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.faults.FailureMode;
import dev.plimsoll.testkit.plane.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherWebhooksTest {
  private static final Reservation POD = Ledgers.reservation("a", 1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  @TempDir private Path folder;

  private final KubeApiServer server = KubeApiServer.start();
  private Optional<Connection> connection = Optional.empty();

  @BeforeEach
  void allow() {
    server.access().token("secret", User.ADMIN);
  }

  @AfterEach
  void close() {
    connection.ifPresent(Connection::close);
    server.close();
  }

  private void put(String name, String timeout, String resource) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "admissionregistration.k8s.io/v1",
             "kind": "ValidatingWebhookConfiguration", "metadata": {"name": "%1$s"}, "webhooks": [
               {"name": "%1$s.example.com", "sideEffects": "None", %2$s
                "admissionReviewVersions": ["v1"], "clientConfig": {"url": "https://127.0.0.1:1/"},
                "rules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"],
                  "resources": ["%3$s"]}]},
               {"name": "quota.plimsoll.dev", "sideEffects": "None", "timeoutSeconds": 30,
                "admissionReviewVersions": ["v1"], "clientConfig": {"url": "https://127.0.0.1:1/"},
                "rules": [{"operations": ["CREATE"], "apiGroups": ["*"], "apiVersions": ["*"],
                  "resources": ["*"]}]}]}"""
                .formatted(name, timeout, resource));
  }

  private OtherWebhooks start() {
    connection =
        Optional.of(
            Connection.open(
                new ClusterAccess(
                    Optional.of(server.kubeconfig(folder, "secret", "default")),
                    Optional.empty())));
    return OtherWebhooks.start(connection.get());
  }

  private static Reservation of(String apiVersion, String kind) {
    return new Reservation(
        new ReservedBy(apiVersion, kind, "team-a", "x", "u"), "", Resources.EMPTY, Ledgers.EXPIRY);
  }

  @Test
  void the_longest_of_those_that_are_asked_about_the_kind_counts() throws Exception {
    put("one", "\"timeoutSeconds\": 3,", "pods");
    put("two", "\"timeoutSeconds\": 7,", "pods/resize");
    put("three", "\"timeoutSeconds\": 9,", "services");
    try (OtherWebhooks others = start()) {
      Await.until("they are listed", () -> !others.longest(POD).equals(LONGEST));

      assertThat(others.longest(POD)).isEqualTo(Duration.ofSeconds(7));
      assertThat(others.longest(of("v1", "Service"))).isEqualTo(Duration.ofSeconds(9));
      assertThat(others.longest(of("apps/v1", "Deployment"))).isZero();
    }
  }

  @Test
  void without_a_time_of_its_own_a_webhook_has_ten_seconds() throws Exception {
    put("one", "", "*");
    try (OtherWebhooks others = start()) {
      Await.until("it is listed", () -> !others.longest(POD).equals(LONGEST));

      assertThat(others.longest(POD)).isEqualTo(Duration.ofSeconds(10));
    }
  }

  @Test
  void while_they_cannot_be_listed_any_may_take_the_longest() throws Exception {
    server
        .faults()
        .fail(Integer.MAX_VALUE, "validatingwebhookconfigurations", FailureMode.INTERNAL_ERROR);
    try (OtherWebhooks others = start()) {
      Await.until("it has failed", () -> others.status().failures() > 0);

      assertThat(others.longest(POD)).isEqualTo(LONGEST);
    }
  }
}
