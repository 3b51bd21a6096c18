package dev.plimsoll.admission;

import static dev.plimsoll.admission.AdmissionEndToEndCluster.pod;
import static dev.plimsoll.admission.AdmissionEndToEndCluster.pods;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.ControlPlane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * What users see of reviews that are shed: a write of the ledger hangs, and the reviews that wait
 * for the ledger are answered 429.
 */
@EnabledIfEnvironmentVariable(
    named = "KUBEBUILDER_ASSETS",
    matches = ".+",
    disabledReason = "KUBEBUILDER_ASSETS names no folder with etcd and kube-apiserver")
class ShedReviewsEndToEndTest {
  private static final System.Logger LOG =
      System.getLogger(ShedReviewsEndToEndTest.class.getName());

  private static final String WEBHOOK =
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/plimsoll-admission";

  @TempDir private Path folder;

  @Test
  void the_API_server_passes_on_when_to_try_again() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (ControlPlane plane = ControlPlane.start(folder, List.of("resourcequota-controller"));
        PausingProxy proxy = new PausingProxy(plane.url());
        AdmissionEndToEndCluster cluster = AdmissionEndToEndCluster.through(folder, plane, proxy)) {
      cluster.namespace("shed", true, 3);
      // The time of an answer is shorter than the time after which a write is given up.
      for (int i = 0; i < 2; i++) {
        JsonObject unused =
            cluster
                .api()
                .patch(
                    WEBHOOK,
                    "[{\"op\": \"replace\", \"path\": \"/webhooks/%d/timeoutSeconds\", \"value\": 1}]"
                        .formatted(i),
                    "application/json-patch+json");
      }
      List<Future<AdminApi.Answer>> answers = new ArrayList<>();
      proxy.pausedWhile(
          () -> {
            answers.add(threads.submit(() -> create(cluster.api(), "writing")));
            Thread.sleep(300);
            answers.add(threads.submit(() -> create(cluster.api(), "waiting")));
            AdminApi.Answer shed = answers.get(1).get();
            LOG.log(System.Logger.Level.INFO, () -> shed.code() + " " + shed.body());
            assertThat(shed.code()).isEqualTo(429);
            assertThat(shed.body().get("reason").getAsString()).isEqualTo("TooManyRequests");
            assertThat(shed.body().get("message").getAsString())
                .endsWith("too many requests wait for a check of quota: try again in a second");
            assertThat(shed.body().getAsJsonObject("details").get("retryAfterSeconds").getAsInt())
                .isEqualTo(1);
          });
    } finally {
      threads.shutdownNow();
    }
  }

  private static AdminApi.Answer create(AdminApi api, String name) throws Exception {
    return api.exchange("POST", pods("shed"), "application/json", pod(name, 1, 1).toString());
  }
}
