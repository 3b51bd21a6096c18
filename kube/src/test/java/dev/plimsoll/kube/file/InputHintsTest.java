package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.object.Namespace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InputHintsTest {
  private static final String NAMESPACE =
      "apiVersion: v1\nkind: Namespace\nmetadata: {name: vision}\n";

  @TempDir Path folder;

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of(
            "dump.txt",
            """
            {"kind": "NodeList", "apiVersion": "v1", "items": []}
            ==== START logs for container a of pod kube-system/b ====
            ready
            """,
            "is what kubectl cluster-info dump prints, with logs between the objects; run kubectl"
                + " cluster-info dump -A --output-directory DIR and give the folder DIR."),
        Arguments.of(
            "deployment.yaml",
            "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ .Release.Name }}-web\n",
            "is a template of a Helm chart; give what helm template prints for the chart."),
        Arguments.of(
            "deployment.yaml",
            "{{- if .Values.enabled }}\napiVersion: apps/v1\n{{- end }}\n",
            "is a template of a Helm chart; give what helm template prints for the chart."),
        Arguments.of(
            "kustomization.yaml",
            "resources:\n- deployment.yaml\n",
            "is a Kustomization; give what kubectl kustomize prints for its folder."),
        Arguments.of(
            "base.yaml",
            "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: []\n",
            "is a Kustomization; give what kubectl kustomize prints for its folder."),
        Arguments.of(
            "config",
            "apiVersion: v1\nkind: Config\nclusters: []\ncontexts: []\n",
            "is a kubeconfig; give it with --kubeconfig to read the cluster, without --snapshot."),
        Arguments.of(
            "page.json",
            "<!DOCTYPE html>\n<html><body>Log in</body></html>\n",
            "is a web page instead of objects as JSON or YAML; give what kubectl get -o json"
                + " prints."),
        Arguments.of(
            "pods.txt",
            "NAMESPACE     NAME     READY   STATUS\nvision        a        1/1     Running\n",
            "is a table as kubectl get prints it; add -o json to that command."),
        Arguments.of(
            "all.txt",
            "NAME          READY   STATUS\npod/a         1/1     Running\n",
            "is a table as kubectl get prints it; add -o json to that command."),
        Arguments.of(
            "pod.txt",
            "Name:             a\nNamespace:        vision\nPriority:         0\n",
            "is what kubectl describe prints; use kubectl get -o json instead."),
        Arguments.of(
            "plimsoll",
            "\u007fELF\u0002\u0001\u0001\0\0\0",
            "is a binary file instead of objects as JSON or YAML; give what kubectl get -o json"
                + " prints."),
        Arguments.of(
            "must-gather.zip",
            "PK\u0003\u0004\u0014\0",
            "is a zip archive; unpack it and give the folder."),
        Arguments.of(
            "must-gather.tar",
            "version" + "\0".repeat(250) + "ustar",
            "is a tar archive; unpack it and give the folder."));
  }

  private Path write(String name, String text) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void what_a_file_is_instead_is_said_with_what_to_run(String name, String text, String sentence)
      throws IOException {
    Path file = write(name, text);

    assertThatThrownBy(() -> SnapshotReader.read(List.of(file), n -> {}))
        .isInstanceOf(InputException.class)
        .hasMessage(file + " " + sentence);
    assertThatThrownBy(() -> Manifests.read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(file + " " + sentence);
  }

  @Test
  void what_is_only_like_it_is_read_or_named_with_its_mistake() throws IOException {
    Path braces =
        write("a.yaml", NAMESPACE + "---\n" + NAMESPACE.replace("vision}", "nlp, x: '{{ a }}'}"));
    Path broken = write("b.yaml", NAMESPACE + "  status: [\n");

    assertThat(SnapshotReader.read(List.of(braces), n -> {}).list(Namespace.class)).hasSize(2);
    assertThatThrownBy(() -> SnapshotReader.read(List.of(broken), n -> {}))
        .hasMessageStartingWith(broken + ", document 1: is not correct YAML at line ");
  }

  @Test
  void a_kustomization_among_manifests_in_a_folder_is_left_aside() throws IOException {
    write("namespace.yaml", NAMESPACE);
    write(
        "kustomization.yaml",
        """
        kind: Kustomization
        resources: [namespace.yaml]
        apiVersion: kustomize.config.k8s.io/v1beta1
        """);

    assertThat(SnapshotReader.read(List.of(folder), n -> {}).omissions())
        .anyMatch(o -> o.startsWith("Not Kubernetes objects, so not read: "));
  }
}
