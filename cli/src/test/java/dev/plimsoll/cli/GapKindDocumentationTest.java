package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.report.GapDocumentation;
import dev.plimsoll.model.gap.GapKind;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GapKindDocumentationTest {
  private static final List<String> KINDS =
      Arrays.stream(GapKind.values()).map(GapKind::name).toList();

  @Test
  void docs_describe_every_kind_worst_first() throws IOException {
    assertThat(found("docs/gaps.md", "(?m)^\\| \\[`(\\w+)`]\\(#\\w+\\) \\|")).isEqualTo(KINDS);
  }

  @Test
  void docs_give_each_kind_its_severity() throws IOException {
    assertThat(found("docs/gaps.md", "(?m)^\\| \\[`\\w+`]\\(#\\w+\\) \\| (\\w+) \\|"))
        .isEqualTo(Arrays.stream(GapKind.values()).map(k -> k.severity().name()).toList());
  }

  @Test
  void docs_have_a_heading_for_each_kind_where_gaps_lead_to() throws IOException {
    assertThat(found("docs/gaps.md", "(?m)^### (\\w+)$")).isEqualTo(KINDS);
    assertThat(GapDocumentation.path(GapKind.NoQuota)).isEqualTo("docs/gaps.md#noquota");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gaps", "explain"})
  void schemas_list_every_kind_worst_first(String schema) throws IOException {
    List<String> lists =
        found(
            "docs/schema/" + schema + ".json",
            "One of those in docs/gaps.md; more may be added: ([\\w, ]+)\\.");

    assertThat(lists).containsExactly(String.join(", ", KINDS));
  }

  private static List<String> found(String file, String regex) throws IOException {
    return Pattern.compile(regex)
        .matcher(Files.readString(CliRun.ROOT.resolve(file)))
        .results()
        .map((MatchResult r) -> r.group(1))
        .toList();
  }
}
