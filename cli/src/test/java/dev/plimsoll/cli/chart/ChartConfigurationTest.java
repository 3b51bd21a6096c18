package dev.plimsoll.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.advisor.controller.AdvisorConfiguration;
import dev.plimsoll.console.config.ConsoleServiceConfiguration;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the chart makes of a role's configuration is what the role reads. */
class ChartConfigurationTest {
  @TempDir private Path folder;

  static Stream<String> matrix() {
    return ChartTest.matrix();
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void each_role_reads_its_configuration(String values) throws IOException {
    for (JsonObject object : Chart.objects(values)) {
      JsonObject data = JsonPaths.object(object, "data").orElseGet(JsonObject::new);
      for (Map.Entry<String, JsonElement> entry : data.entrySet()) {
        Path file =
            Files.writeString(folder.resolve(entry.getKey()), entry.getValue().getAsString());
        assertThatCode(() -> read(file))
            .as(entry.getValue().getAsString())
            .doesNotThrowAnyException();
      }
    }
  }

  /** As the commands do. */
  private static void read(Path file) throws IOException {
    if (file.endsWith("advisor.yaml")) {
      assertThat(AdvisorConfiguration.read(file).server()).isNotNull();
    } else if (file.endsWith("serve.yaml")
        && AdmissionServiceConfiguration.read(file).isEmpty()
        && ConsoleServiceConfiguration.read(file).isEmpty()) {
      assertThat(ServiceConfiguration.read(file)).isNotNull();
    }
  }

  @Test
  void what_values_say_goes_before_what_the_chart_says_and_the_rest_stays() throws IOException {
    String values =
        "scheduler: {enabled: true, mode: control-plane, replicas: 2,"
            + " config: {scheduler: {assumedPodSeconds: 45}, leaderElection: {leaseSeconds: 20}}}";
    String text =
        Chart.objects(values).stream()
            .flatMap(o -> JsonPaths.string(o, "data", "serve.yaml").stream())
            .findFirst()
            .orElseThrow();

    ServiceConfiguration read =
        ServiceConfiguration.read(Files.writeString(folder.resolve("serve.yaml"), text));

    assertThat(read.settings().assumedPodTtl()).hasSeconds(45);
    assertThat(read.scheduler().port()).isEqualTo(8443);
    assertThat(read.server().leaderElection().leaderElect()).isTrue();
    assertThat(read.server().leaderElection().leaseDuration()).hasSeconds(20);
  }

  @Test
  void the_advisor_takes_all_sections_of_its_configuration() throws IOException {
    String values =
        """
        advisor:
          enabled: true
          config:
            decisions: {quietSeconds: 7}
            notify: {alertmanager: {url: "http://alertmanager:9093"}}
            deviceUsage: {prometheus: {url: "http://prometheus:9090"}}
        """;
    String text =
        Chart.objects(values).stream()
            .flatMap(o -> JsonPaths.string(o, "data", "advisor.yaml").stream())
            .findFirst()
            .orElseThrow();

    AdvisorConfiguration read =
        AdvisorConfiguration.read(Files.writeString(folder.resolve("advisor.yaml"), text));

    assertThat(read.decisions().quiet()).hasSeconds(7);
    assertThat(read.alertmanager()).isPresent();
    assertThat(read.deviceUsage()).isPresent();
  }
}
