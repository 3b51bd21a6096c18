package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code release/install.sh} and {@code release/merge} with files of a release that are made up
 * here.
 */
class InstallScriptTest {
  private record Ended(int exitCode, String out) {}

  @TempDir private Path folder;
  private Path files = Path.of("");
  private Path home = Path.of("");
  private String platform = "";

  @BeforeEach
  void makeRelease() throws Exception {
    Assumptions.assumeTrue(
        Stream.of("curl", "tar", "sha256sum").allMatch(InstallScriptTest::isInstalled),
        "curl, tar or sha256sum is missing");
    files = Files.createDirectory(folder.resolve("files"));
    home = Files.createDirectory(folder.resolve("home"));
    platform = run("uname -s; uname -m").out().replace("\n", "-").toLowerCase(Locale.ROOT);
    platform = platform.replaceAll("-$", "").replace("aarch64", "arm64").replace("amd64", "x86_64");
    Files.writeString(
        folder.resolve("install.sh"),
        Files.readString(CliRun.ROOT.resolve("release/install.sh"))
            .replace("@VERSION@", "1.2.3")
            .replace("@URL@", "file://" + files));
  }

  @Test
  void the_archive_of_this_platform_is_installed_with_its_links() throws Exception {
    publish("plimsoll-1.2.3-" + platform);
    publish("plimsoll-1.2.3-any");

    Ended ended = install();

    assertThat(ended.exitCode()).as(ended.out()).isZero();
    for (String name : List.of("plimsoll", "kubectl-plimsoll", "kubectl_complete-plimsoll")) {
      assertThat(run(home + "/.local/bin/" + name).out())
          .isEqualTo("plimsoll-1.2.3-" + platform + "\n");
    }
  }

  @Test
  void it_replaces_what_was_installed_before() throws Exception {
    publish("plimsoll-1.2.3-" + platform);
    Path old = Files.createDirectories(home.resolve(".local/lib/plimsoll")).resolve("old");
    Files.writeString(old, "");

    assertThat(install().exitCode()).isZero();
    assertThat(old).doesNotExist();
  }

  @Test
  void a_platform_without_a_build_runs_with_the_java_of_the_machine() throws Exception {
    publish("plimsoll-1.2.3-any");

    assertThat(install().exitCode()).isZero();
    assertThat(run(home + "/.local/bin/plimsoll").out()).isEqualTo("plimsoll-1.2.3-any\n");
  }

  @Test
  void without_a_build_and_without_java_nothing_is_installed() throws Exception {
    publish("plimsoll-1.2.3-any");

    Ended ended = run("JAVA_HOME=/none HOME=" + home + " sh " + folder.resolve("install.sh"));

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).contains("install Java 17 or newer");
    assertThat(home.resolve(".local")).doesNotExist();
  }

  @Test
  void a_file_with_another_checksum_is_not_installed() throws Exception {
    publish("plimsoll-1.2.3-" + platform);
    Files.writeString(files.resolve("plimsoll-1.2.3-" + platform + ".tar.gz"), "another");

    Ended ended = install();

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).contains("checksum", "nothing was installed");
    assertThat(home.resolve(".local")).doesNotExist();
  }

  @Test
  void files_of_two_platforms_become_one_release() throws Exception {
    Path one = release("one", "linux", "amd64");
    Path two = release("two", "linux", "arm64");
    Path merged = folder.resolve("merged");

    Ended ended = run(CliRun.ROOT.resolve("release/merge") + " " + merged + " " + one + " " + two);

    assertThat(ended.exitCode()).as(ended.out()).isZero();
    String krew = Files.readString(merged.resolve("plimsoll.krew.yaml"));
    assertThat(krew.lines().filter(l -> l.strip().startsWith("arch:")))
        .containsExactly("          arch: amd64", "          arch: arm64");
    assertThat(krew.lines().filter(l -> l.contains("os: darwin"))).hasSize(1);
    assertThat(merged).isDirectoryContaining("glob:**/two.tar.gz");
    assertThat(run("cd " + merged + " && sha256sum -c SHA256SUMS").exitCode()).isZero();
  }

  /** Makes the files that one machine makes of a release. */
  private Path release(String name, String os, String arch) throws Exception {
    Path made = Files.createDirectory(folder.resolve(name));
    Files.writeString(made.resolve(name + ".tar.gz"), name);
    Files.writeString(
        made.resolve("plimsoll.krew.yaml"),
        Files.readString(CliRun.ROOT.resolve("release/plimsoll.krew.yaml"))
            .replace("@OS@", os)
            .replace("@ARCH@", arch));
    assertThat(run("cd " + made + " && sha256sum * >../sums && mv ../sums SHA256SUMS").exitCode())
        .isZero();
    return made;
  }

  /** Publishes an archive whose program prints the archive's name. */
  private void publish(String name) throws Exception {
    Path bin = Files.createDirectories(folder.resolve(name).resolve("bin"));
    Files.writeString(bin.resolve("plimsoll"), "#!/bin/sh\necho " + name + "\n");
    Ended ended =
        run(
            "cd %s && chmod +x %s/bin/plimsoll && tar -czf %s/%s.tar.gz %s && cd %s && sha256sum"
                    .formatted(folder, name, files, name, name, files)
                + " *.tar.gz >SHA256SUMS");
    assertThat(ended.exitCode()).as(ended.out()).isZero();
  }

  private Ended install() throws Exception {
    return run(
        "JAVA_HOME=%s HOME=%s sh %s"
            .formatted(System.getProperty("java.home"), home, folder.resolve("install.sh")));
  }

  private static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  private static Ended run(String line) throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
    String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(shell.waitFor(), out);
  }
}
