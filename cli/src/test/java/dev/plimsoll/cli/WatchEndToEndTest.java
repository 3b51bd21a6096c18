package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gaps --watch} on a real API server. */
@RealControlPlane
class WatchEndToEndTest {
  private static final String QUOTAS = "/api/v1/namespaces/default/resourcequotas";

  @TempDir Path folder;
  private ControlPlane plane;

  @BeforeEach
  void startControlPlane() throws Exception {
    plane = ControlPlane.start(folder);
  }

  @AfterEach
  void stop() {
    plane.close();
  }

  @Test
  void the_screen_follows_the_cluster_and_says_when_it_no_longer_can() throws Exception {
    String kubeconfig = plane.kubeconfig("admin").toString();
    try (PlimsollProcess screen =
        PlimsollProcess.start(folder, List.of(), "gaps", "--watch", "--kubeconfig", kubeconfig)) {
      AdminApi api = plane.api();
      Await.until("it is drawn", () -> screen.out().contains("No gaps"));

      api.create(
          QUOTAS,
          "{\"metadata\":{\"name\":\"dead\"},\"spec\":{\"hard\":{\"limits.nvidia.com/gpu\":\"4\"}}}");
      Await.until("the gap shows", () -> screen.out().contains("DeadQuotaKey"));
      int opened = screen.out().length();
      api.delete(QUOTAS + "/dead");
      Await.until("it goes", () -> screen.out().substring(opened).contains("No gaps"));
      assertThat(screen.err()).doesNotContain("read last");

      plane.close();
      Await.until(
          "what shows is said to be old",
          () -> screen.err().contains("note: this is the last state that was read; "));
      assertThat(screen.out()).doesNotContain("Exception");
      assertThat(screen.err()).doesNotContain("Exception").contains("the API server");
    }
  }
}
