package dev.plimsoll.examples.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WouldItRunTest {
  private static final Path ROOT = Path.of(System.getProperty("plimsoll.root"));
  private static final Path HERE = ROOT.resolve("examples/library");
  private static final Path CLUSTER = ROOT.resolve("examples/gpu-tenants.json");
  private static final Path PODS = HERE.resolve("pods.yaml");

  @TempDir Path folder;
  private int exitCode;

  private String printed(Path... files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    exitCode =
        WouldItRun.run(out, out, Arrays.stream(files).map(Path::toString).toArray(String[]::new));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Returns the text of the first block that begins with a line such as {@code ```java}. */
  private static String block(String page, String begin) {
    int at = page.indexOf("\n\n" + begin + "\n") + begin.length() + 3;
    return page.substring(at, page.indexOf("```", at));
  }

  @Test
  void the_page_shows_what_is_printed_and_the_lines_that_decide() throws IOException {
    String page = Files.readString(HERE.resolve("README.md"));
    String source =
        Files.readString(
            HERE.resolve("src/main/java/dev/plimsoll/examples/library/WouldItRun.java"));

    assertThat(block(page, "```")).isEqualTo(printed(CLUSTER, PODS));
    assertThat(exitCode).isZero();
    assertThat(source).contains(block(page, "```java").strip().indent(4).stripTrailing());
  }

  @Test
  void objects_that_were_not_read_leave_the_answer_unknown() {
    assertThat(printed(PODS, PODS).lines())
        .hasSize(3)
        .allMatch(line -> line.contains(": unknown, because namespaces"));
  }

  @Test
  void a_mistake_gets_one_sentence() {
    assertThat(printed(CLUSTER, ROOT.resolve("examples/kubernetes-quotas/teams.yaml")))
        .endsWith("holds no object of kind Pod\n")
        .hasLineCount(1);
    assertThat(exitCode).isEqualTo(2);
    assertThat(printed(CLUSTER)).startsWith("error: name a file").hasLineCount(1);
    assertThat(exitCode).isEqualTo(2);
    assertThat(printed(CLUSTER, folder.resolve("none"))).endsWith("none does not exist.\n");
    assertThat(exitCode).isEqualTo(2);
  }
}
