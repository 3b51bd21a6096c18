package dev.plimsoll.kube.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.ManifestSet;
import dev.plimsoll.kube.file.SourcedObject;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.check.SetCheck;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forges take paths with slashes, and URIs; people see the path as they wrote it. */
class WindowsPathsTest {
  private static final String POD =
      "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: none},"
          + " spec: {containers: [{name: c, image: i}]}}\r\n";

  private static CheckReport report(String file) {
    List<SourcedObject> set =
        ManifestSet.read(
                new ByteArrayInputStream(POD.getBytes(StandardCharsets.UTF_8)), file, "default")
            .objects();
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .complete()
            .add(new Namespace(ObjectMeta.of("", "other")))
            .build();
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return CheckReport.of(
        SetCheck.on(simulation, c -> PodHolds.NONE)
            .check(set.stream().map(SourcedObject::checked).toList()),
        set,
        cluster,
        false);
  }

  @ParameterizedTest
  @CsvSource({
    "deploy\\web\\pod.yaml,deploy/web/pod.yaml",
    ".\\deploy\\pod.yaml,deploy/pod.yaml",
    "C:\\my repo\\pod.yaml,file:///C:/my%20repo/pod.yaml",
    "d:/repo/pod.yaml,file:///d:/repo/pod.yaml",
    "\\\\server\\share\\pod.yaml,file://server/share/pod.yaml",
    "a#b%c.yaml,a%23b%25c.yaml",
    "tag:1.yaml,tag%3A1.yaml",
    "/srv/pod.yaml,file:///srv/pod.yaml"
  })
  void uris_are_relative_references_or_of_files(String file, String uri) {
    assertThat(URI.create(ArtifactUri.uri(file))).hasToString(uri);
    assertThat(CheckFormat.sarif.write(report(file))).contains("\"uri\": \"" + uri + "\"");
  }

  @Test
  void a_drive_and_backslashes_are_kept_for_people_and_turned_for_forges() {
    CheckReport report = report("C:\\repo\\deploy\\pod.yaml");

    assertThat(CheckFormat.text.write(report)).contains("C:\\repo\\deploy\\pod.yaml:1:");
    assertThat(CheckFormat.github.write(report)).contains("file=C%3A/repo/deploy/pod.yaml,line=1");
    assertThat(CheckFormat.gitlab.write(report)).contains("\"path\": \"C:/repo/deploy/pod.yaml\"");
  }
}
