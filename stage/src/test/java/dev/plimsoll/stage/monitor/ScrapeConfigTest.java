package dev.plimsoll.stage.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.json.JsonPaths;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScrapeConfigTest {
  @Test
  void labels_of_pods_are_spelled_as_Prometheus_spells_them() {
    assertThat(ScrapeConfig.label("app.kubernetes.io/name"))
        .isEqualTo("__meta_kubernetes_pod_label_app_kubernetes_io_name");
  }

  @Test
  void the_expressions_of_all_panels_of_a_dashboard_are_found() {
    Shipped shipped =
        new Shipped(
            List.of(
                JsonPaths.parse(
                    """
                    {kind: ConfigMap, data: {"a.json": '{"panels": [{"targets": [{"expr": "up"}]}, {"panels": [{"targets": [{"expr": "sum(up)"}]}]}]}'}}
                    """)));

    assertThat(shipped.queries()).containsExactly("up", "sum(up)");
  }
}
