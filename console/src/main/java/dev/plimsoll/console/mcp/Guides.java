package dev.plimsoll.console.mcp;

import dev.plimsoll.model.gap.GapKind;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Documents for agents: what the kinds of gaps and the words mean. */
final class Guides {
  private static final String MARKDOWN = "text/markdown";
  private static final String GAPS = "plimsoll://gaps";
  private static final String GLOSSARY = "plimsoll://glossary";
  private static final String KINDS = "\n## The kinds\n";

  private Guides() {}

  static String instructions() {
    return read("instructions.txt");
  }

  static List<SyncResourceSpecification> resources() {
    return List.of(
        specification(
            GAPS,
            "gaps",
            "Explains gaps, all kinds of gaps, costs and remedies.",
            Guides::overview),
        specification(
            GLOSSARY, "glossary", "What words mean in answers.", () -> read("glossary.md")));
  }

  static List<SyncResourceTemplateSpecification> templates() {
    return List.of(
        new SyncResourceTemplateSpecification(
            ResourceTemplate.builder(GAPS + "/{kind}", "gap kind")
                .description("One kind of gap: when it is found, and what helps.")
                .mimeType(MARKDOWN)
                .build(),
            (context, request) -> contents(request.uri(), kind(request.uri()))));
  }

  private static SyncResourceSpecification specification(
      String uri, String name, String description, java.util.function.Supplier<String> text) {
    return new SyncResourceSpecification(
        Resource.builder(uri, name).description(description).mimeType(MARKDOWN).build(),
        (context, request) -> contents(uri, text.get()));
  }

  private static ReadResourceResult contents(String uri, String text) {
    return ReadResourceResult.builder(
            List.of(TextResourceContents.builder(uri, text).mimeType(MARKDOWN).build()))
        .build();
  }

  private static String overview() {
    String gaps = read("gaps.md");
    return gaps.substring(0, gaps.indexOf(KINDS) + 1);
  }

  private static String kind(String uri) {
    String name = uri.substring(GAPS.length() + 1);
    Optional<GapKind> kind =
        Arrays.stream(GapKind.values()).filter(k -> k.name().equalsIgnoreCase(name)).findFirst();
    return kind.map(Guides::section).orElseThrow(() -> McpError.RESOURCE_NOT_FOUND.apply(uri));
  }

  private static String section(GapKind kind) {
    String gaps = read("gaps.md");
    String heading = "\n### " + kind.name() + "\n";
    int start = gaps.indexOf(heading) + 1;
    int end = gaps.indexOf("\n### ", start);
    String details =
        gaps.substring(start + heading.length() - 1, end < 0 ? gaps.length() : end + 1);
    return "# %s\n\nSeverity %s: %s.\n%s"
        .formatted(kind.name(), kind.severity(), kind.meaning(), details);
  }

  private static String read(String file) {
    try (InputStream in = Guides.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
