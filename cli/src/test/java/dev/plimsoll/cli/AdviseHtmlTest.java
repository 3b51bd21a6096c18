package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.gap.GapKind;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdviseHtmlTest {
  private String page = "";
  private String text = "";

  @BeforeAll
  void print() {
    CliRun cliRun =
        CliRun.onExample(
            "advise",
            "--policy",
            CliRun.ROOT.resolve("examples/policy.yaml").toString(),
            "-o",
            "html");
    assertThat(cliRun.exitCode()).isZero();
    page = cliRun.out();
    text =
        page.substring(page.indexOf("<body>"))
            .replace("<wbr>", "")
            .replaceAll("<small>.*?</small>", "")
            .replaceAll("<[^>]+>", " ")
            .replaceAll("\\s+", " ");
  }

  @Test
  void reasons_are_open() {
    assertThat(page).doesNotContain("<details", "<summary");
    assertThat(text).contains("it gets 4 from nlp", "enant batch has weight 1 of 15");
  }

  @Test
  void sentences_say_what_is_wrong_and_kinds_are_small_print() {
    assertThat(text)
        .contains("3 pods of deployment eval are denied although nodes could run them.")
        .contains("requests.nvidia.com/gpu rises from 8 to 11, with 8 used.")
        .contains("The quota denies pods that the nodes have capacity for (3 times).");
    Pattern kinds =
        Pattern.compile(
            Arrays.stream(GapKind.values())
                .map(Enum::name)
                .collect(Collectors.joining("|", "\\b(", ")\\b")));
    assertThat(text).doesNotContainPattern(kinds);
    assertThat(page).contains("<small>QuotaExhaustedCapacityFree</small>");
  }

  @Test
  void words_are_broken_at_their_separators_if_anywhere() {
    assertThat(page)
        .doesNotContain("word-break", "hyphens: auto")
        .contains("overflow-wrap: break-word", "requests.<wbr>nvidia.<wbr>com/<wbr>gpu");
  }

  @Test
  void nothing_to_recommend_is_a_sentence_instead_of_an_empty_table() {
    String nothing =
        CliRun.onExample(
                "advise",
                "--policy",
                CliRun.ROOT.resolve("examples/policy.yaml").toString(),
                "-n",
                "kube-system",
                "-o",
                "html")
            .out();

    assertThat(nothing).contains("<p>Nothing to recommend").doesNotContain("<table");
  }

  @Test
  void every_link_of_the_page_leads_somewhere() {
    Pattern.compile("href=\"#([^\"]+)\"")
        .matcher(page)
        .results()
        .forEach(link -> assertThat(page).contains("id=\"" + link.group(1) + "\""));
  }
}
