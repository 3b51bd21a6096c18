package dev.plimsoll.cli.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * A document in Markdown.
 *
 * @param file where it is
 * @param name its path in the project
 * @param root what it says
 */
public record Document(Path file, String name, Node root) {
  private static final List<String> FOLDERS = List.of("docs", "manifests", "examples", "bench");
  private static final Parser PARSER =
      Parser.builder()
          .extensions(List.of(TablesExtension.create()))
          .includeSourceSpans(IncludeSourceSpans.BLOCKS)
          .build();

  /** Returns the documents of the project, in the order of their names. */
  public static List<Document> all(Path project) {
    List<Document> documents = new ArrayList<>(in(project, project, 1));
    FOLDERS.forEach(f -> documents.addAll(in(project, project.resolve(f), Integer.MAX_VALUE)));
    return List.copyOf(documents);
  }

  private static List<Document> in(Path project, Path folder, int depth) {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files
          .filter(f -> f.toString().endsWith(".md") && !f.toString().contains("/target/"))
          .sorted()
          .map(f -> read(project, f))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Document read(Path project, Path file) {
    try {
      String name = project.relativize(file).toString();
      return new Document(file, name, PARSER.parse(Files.readString(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns its blocks of code. */
  public List<CodeBlock> blocks() {
    return nodes()
        .flatMap(
            node -> {
              if (node instanceof FencedCodeBlock fenced) {
                return Stream.of(block(node, fenced.getInfo(), fenced.getLiteral()));
              }
              return node instanceof IndentedCodeBlock indented
                  ? Stream.of(block(node, "", indented.getLiteral()))
                  : Stream.of();
            })
        .toList();
  }

  private CodeBlock block(Node node, String language, String text) {
    return new CodeBlock(name, node.getSourceSpans().get(0).getLineIndex() + 1, language, text);
  }

  /** Returns the sentences of its paragraphs and tables, in their order. */
  public List<Sentence> sentences() {
    return Sentences.of(this);
  }

  /** Returns what stands in backticks in its sentences. */
  public List<String> code() {
    return nodes().filter(Code.class::isInstance).map(n -> ((Code) n).getLiteral()).toList();
  }

  /** Returns where its links and images lead. */
  public List<String> destinations() {
    return nodes()
        .flatMap(
            node -> {
              if (node instanceof Link link) {
                return Stream.of(link.getDestination());
              }
              return node instanceof Image image ? Stream.of(image.getDestination()) : Stream.of();
            })
        .toList();
  }

  /** Returns the fragments of its headings, as GitHub makes them. */
  public Set<String> fragments() {
    return nodes()
        .filter(Heading.class::isInstance)
        .map(Document::fragment)
        .collect(Collectors.toSet());
  }

  /** Returns the fragment that leads to a heading. */
  static String fragment(Node heading) {
    return text(heading)
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  /** Returns its first heading. */
  public String title() {
    return nodes().filter(Heading.class::isInstance).map(Document::text).findFirst().orElse(name);
  }

  private static String text(Node node) {
    return descendants(node)
        .map(
            n -> {
              if (n instanceof Text text) {
                return text.getLiteral();
              }
              return n instanceof Code code ? code.getLiteral() : "";
            })
        .collect(Collectors.joining());
  }

  private Stream<Node> nodes() {
    return descendants(root);
  }

  private static Stream<Node> descendants(Node node) {
    return Stream.concat(Stream.of(node), children(node).flatMap(Document::descendants));
  }

  private static Stream<Node> children(Node node) {
    List<Node> children = new ArrayList<>();
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      children.add(child);
    }
    return children.stream();
  }
}
