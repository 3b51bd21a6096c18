package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What files made to exhaust a process do to one of little memory. */
class SmallHeapTest {
  private static final int SECONDS = 60;
  private static final String PROGRESS = "reading: ";
  private static final String LIST = "{\"apiVersion\":\"v1\",\"kind\":\"PodList\",\"items\":[";

  @TempDir Path folder;

  private CliRun gaps(String heap, Path file) throws IOException, InterruptedException {
    try (PlimsollProcess process =
        PlimsollProcess.start(folder, List.of(heap), "gaps", "--snapshot", file.toString())) {
      return process.await(SECONDS);
    }
  }

  private static void assertDenied(CliRun cliRun, String sentence) {
    assertThat(cliRun.err().lines().filter(line -> !line.startsWith(PROGRESS)))
        .singleElement(as(STRING))
        .startsWith("error: ")
        .contains(sentence);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void a_gzip_bomb_is_denied_in_little_memory() throws IOException, InterruptedException {
    Path file = folder.resolve("dump.json.gz");
    byte[] zeros = "0,".repeat(1 << 19).getBytes(StandardCharsets.US_ASCII);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write((LIST + "{\"metadata\":{\"x\":[").getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 1000; i++) {
        out.write(zeros);
      }
    }

    assertThat(Files.size(file)).isLessThan(2 << 20);
    assertDenied(gaps("-Xmx256m", file), "dump.json.gz");
  }

  @Test
  void aliases_of_aliases_are_denied_in_little_memory() throws IOException, InterruptedException {
    StringBuilder yaml = new StringBuilder("l0: &l0 [x]\n");
    for (int i = 1; i < 25; i++) {
      yaml.append("l%d: &l%d [*l%d,*l%d]\n".formatted(i, i, i - 1, i - 1));
    }
    Path file = Files.writeString(folder.resolve("dump.yaml"), yaml);

    assertThat(Files.size(file)).isLessThan(600);
    assertDenied(gaps("-Xmx256m", file), "its aliases repeat more than 400,000 values");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xmx14m", "-Xmx16m", "-Xmx24m"})
  void a_dump_beyond_the_memory_is_said_to_be_that(String heap)
      throws IOException, InterruptedException {
    StringBuilder dump = new StringBuilder(LIST);
    for (int i = 0; i < 100_000; i++) {
      dump.append(
          "%s{\"metadata\":{\"name\":\"p%d\",\"namespace\":\"n\"},\"spec\":{\"containers\":[{}]}}"
              .formatted(i == 0 ? "" : ",", i));
    }
    Path file = Files.writeString(folder.resolve("dump.json"), dump.append("]}"));

    assertDenied(gaps(heap, file), "of memory; give the Java VM more");
  }
}
