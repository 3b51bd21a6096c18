package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.cli.document.CodeBlock;
import dev.plimsoll.cli.document.Document;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.KubeSchedulerConfiguration;
import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.testkit.monitoring.MonitoringServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Whatever YAML is shown or shipped as an example is taken by what reads it. */
class DocumentedYamlTest {
  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> blocks_of_documents_are_taken() {
    List<CodeBlock> blocks =
        Document.all(CliRun.ROOT).stream()
            .flatMap(d -> d.blocks().stream())
            .filter(b -> b.language().equals("yaml"))
            .toList();

    assertThat(blocks).hasSizeGreaterThan(3);
    return blocks.stream()
        .map(b -> dynamicTest(b.place(), () -> read(Files.writeString(file(), b.text()))));
  }

  @TestFactory
  Stream<DynamicTest> examples_are_taken() throws IOException {
    try (Stream<Path> files = Files.walk(CliRun.ROOT.resolve("examples"))) {
      List<Path> examples = files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();

      assertThat(examples).hasSizeGreaterThan(2);
      return examples.stream()
          .map(f -> dynamicTest(CliRun.ROOT.relativize(f).toString(), () -> read(f)));
    }
  }

  @Test
  void what_is_misspelt_is_not_taken() throws IOException {
    Path policy =
        Files.writeString(
            file(),
            "apiVersion: plimsoll.dev/v1alpha1\nkind: CapacityPolicy\nspec: {tenant: []}\n");

    assertThatThrownBy(() -> read(policy)).isInstanceOf(InputException.class);
  }

  @Test
  void what_prometheus_is_to_scrape_is_taken_by_promtool() throws Exception {
    Assumptions.assumeTrue(
        MonitoringServer.missing().isEmpty(), MonitoringServer.missing().orElse(""));
    List<CodeBlock> blocks =
        Document.all(CliRun.ROOT).stream()
            .flatMap(d -> d.blocks().stream())
            .filter(b -> b.text().contains("scrape_configs:"))
            .toList();

    assertThat(blocks).isNotEmpty();
    for (CodeBlock block : blocks) {
      // Debian builds Prometheus without the discovery of Kubernetes.
      String text =
          block
              .text()
              .replaceAll(
                  "kubernetes_sd_configs:\n +- \\{.*}", "static_configs: [{targets: [pod:8082]}]");
      MonitoringServer.checkConfiguration(folder, Files.writeString(file(), text));
    }
  }

  private Path file() {
    return folder.resolve("example.yaml");
  }

  /** Reads it with what reads the kinds in it; a part of an object, or kind's own, as YAML only. */
  private static void read(Path file) {
    List<String> kinds =
        YamlFile.read(file).stream()
            .filter(o -> !o.json().toString().contains("\"apiVersion\":\"kind.x-k8s.io/"))
            .map(o -> o.kind())
            .toList();
    if (kinds.contains("CapacityPolicy")) {
      PolicyFile.read(file);
    } else if (kinds.contains("ServiceConfiguration")) {
      if (AdmissionServiceConfiguration.read(file).isEmpty()) {
        ServiceConfiguration.read(file);
      }
    } else if (kinds.contains("KubeSchedulerConfiguration")) {
      KubeSchedulerConfiguration.read(file);
    } else if (!kinds.isEmpty() && kinds.stream().noneMatch(String::isEmpty)) {
      Manifests.read(file);
    }
  }
}
