package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerVersionTest {
  private static final String NODE =
      "{\"metadata\": {\"name\": \"n\"}, \"status\": {\"nodeInfo\": {\"kubeletVersion\": \"v1.32.4\"}}}";

  @TempDir Path folder;
  private StubApi api;

  @BeforeEach
  void start() throws Exception {
    api = new StubApi();
    api.list("/api/v1/nodes", NODE);
  }

  @AfterEach
  void stop() {
    api.close();
  }

  private KubernetesControlPlane read() {
    return LiveCluster.read(api.access(folder), n -> {}).controlPlane();
  }

  @Test
  void the_api_server_tells_the_version_whatever_the_kubelets_are() {
    api.on("/version", "{\"major\": \"1\", \"minor\": \"33+\", \"gitVersion\": \"v1.33.4-eks\"}");

    assertThat(read())
        .isEqualTo(KubernetesControlPlane.of(KubernetesVersion.V1_33, Origin.API_SERVER));
  }

  @Test
  void a_version_that_is_emulated_counts_for_the_one_that_it_is() {
    api.on(
        "/version",
        """
        {"major": "1", "minor": "36", "emulationMajor": "1", "emulationMinor": "34",
         "gitVersion": "v1.36.2"}""");

    assertThat(read())
        .isEqualTo(KubernetesControlPlane.of(KubernetesVersion.V1_34, Origin.API_SERVER));
  }

  @Test
  void where_the_api_server_does_not_tell_the_newest_kubelet_does() {
    api.on("/version", 403, "{\"message\": \"no\"}", Map.of());

    assertThat(read())
        .isEqualTo(KubernetesControlPlane.of(KubernetesVersion.V1_32, Origin.KUBELETS));
  }

  @Test
  void an_answer_that_is_no_version_is_as_good_as_none() {
    api.on("/version", "{\"major\": \"\", \"minor\": \"\", \"gitVersion\": \"unknown\"}");

    assertThat(read().version()).isEqualTo(KubernetesVersion.V1_32);
  }
}
