package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.QuotaManifestFile;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdviseWriteTest {
  private static final String POLICY = "--policy=" + CliRun.ROOT.resolve("examples/policy.yaml");

  @TempDir Path folder;

  private CliRun write(Path directory) {
    return CliRun.onExample("advise", POLICY, "--write", directory.toString());
  }

  private static Map<String, String> files(Path directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        files.put(directory.relativize(each).toString(), Files.readString(each));
      }
    }
    return files;
  }

  @Test
  void each_quota_that_changes_gets_a_file() throws IOException {
    Path directory = folder.resolve("clusters/gpu");

    CliRun cliRun = write(directory);

    assertThat(cliRun.exitCode()).isZero();
    assertThat(cliRun.err()).contains("10 of 10 files in " + directory + " written");
    assertThat(files(directory))
        .containsOnlyKeys(
            "batch/gpu.yaml",
            "nlp/gpu.yaml",
            "platform/plimsoll.yaml",
            "platform/production-only.yaml",
            "research/gpu.yaml",
            "robotics/gpu.yaml",
            "sandbox/plimsoll.yaml",
            "serving/memory.yaml",
            "speech/gpu.yaml",
            "vision/gpu.yaml");
    ResourceQuota research =
        SnapshotReader.read(List.of(directory.resolve("research")), n -> {})
            .find(ResourceQuota.class, "research", "gpu")
            .orElseThrow();
    assertThat(research.spec().hard()).hasToString("requests.nvidia.com/gpu=11");
    assertThat(files(directory).get("research/gpu.yaml"))
        .startsWith("# Written by plimsoll advise --write")
        .contains("# Tenant research, policy gpus.\n");
  }

  @Test
  void a_second_run_leaves_every_file_as_it_is() throws IOException {
    CliRun first = write(folder);
    Map<String, String> before = files(folder);
    FileTime epoch = FileTime.fromMillis(0);
    before.keySet().forEach(f -> setTime(folder.resolve(f), epoch));

    CliRun second = write(folder);

    assertThat(first.exitCode()).isZero();
    assertThat(second.err()).contains("0 of 10 files in ");
    assertThat(files(folder)).isEqualTo(before);
    assertThat(before.keySet())
        .allSatisfy(f -> assertThat(Files.getLastModifiedTime(folder.resolve(f))).isEqualTo(epoch));
  }

  private static void setTime(Path file, FileTime time) {
    try {
      Files.setLastModifiedTime(file, time);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_file_of_a_quota_that_no_longer_changes_is_left() throws IOException {
    CliRun unused = write(folder);
    Path old = folder.resolve("old/gpu.yaml");
    Files.createDirectories(old.getParent());
    Files.copy(folder.resolve("nlp/gpu.yaml"), old);
    Files.writeString(folder.resolve("research/kustomization.yaml"), "resources: [gpu.yaml]\n");

    assertThat(write(folder).exitCode()).isZero();

    assertThat(files(folder))
        .hasSize(12)
        .containsKeys("old/gpu.yaml", "research/kustomization.yaml");
    assertThat(unused.exitCode()).isZero();
  }

  @Test
  void a_file_that_this_command_wrote_is_brought_up_to_date() throws IOException {
    assertThat(write(folder).exitCode()).isZero();
    Path file = folder.resolve("research/gpu.yaml");
    String whole = Files.readString(file);
    Files.writeString(file, whole.replace("'11'", "'12'").replace("\"11\"", "\"12\""));
    assertThat(Files.readString(file)).isNotEqualTo(whole);

    assertThat(write(folder).err()).contains("1 of 10 files in ");

    assertThat(file).hasContent(whole);
  }

  @Test
  void a_file_that_someone_else_wrote_is_kept_and_nothing_is_written() throws IOException {
    Path file = folder.resolve("vision/gpu.yaml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "kind: ResourceQuota\n");

    CliRun cliRun = write(folder);

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err())
        .contains("error: cannot write " + file + ": plimsoll advise --write did not write")
        .doesNotContain("\tat ");
    assertThat(files(folder)).containsOnlyKeys("vision/gpu.yaml");
    assertThat(file).hasContent("kind: ResourceQuota\n");
  }

  @Test
  void what_is_no_directory_is_an_error() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    CliRun cliRun = write(file);

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err()).contains("error: cannot create the directory " + file);
    assertThat(file).hasContent("");
  }

  @Test
  void a_directory_where_a_file_should_be_is_an_error() throws IOException {
    Files.createDirectories(folder.resolve("vision/gpu.yaml"));

    CliRun cliRun = write(folder);

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err()).contains("vision/gpu.yaml: is a directory");
    assertThat(files(folder)).isEmpty();
  }

  @Test
  void one_namespace_can_be_written_alone() throws IOException {
    CliRun cliRun = CliRun.onExample("advise", POLICY, "-n", "nlp", "--write", folder.toString());

    assertThat(cliRun.exitCode()).isZero();
    assertThat(files(folder)).containsOnlyKeys("nlp/gpu.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../other", "a/b", "", "A"})
  void a_name_that_leads_elsewhere_is_an_error(String name) throws IOException {
    QuotaManifestFile file = new QuotaManifestFile(name, "gpu", List.of(), new JsonObject());

    assertThatThrownBy(() -> new ManifestDirectory(folder.resolve("in")).write(List.of(file)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("cannot be the name of a file");
    assertThat(files(folder)).isEmpty();
  }

  @Test
  void it_has_no_meaning_for_undo() {
    CliRun cliRun = CliRun.of("advise", "--undo", "--write", folder.toString());

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err()).contains("--undo cannot be combined with --write");
  }
}
