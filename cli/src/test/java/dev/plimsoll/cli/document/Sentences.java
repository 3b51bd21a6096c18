package dev.plimsoll.cli.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** Splits the paragraphs and table cells of a document into sentences. */
final class Sentences extends AbstractVisitor {
  /** The end of a sentence, and the first character of the next one. */
  private static final Pattern END =
      Pattern.compile(
          "(?<!\\be\\.g|\\bi\\.e|\\bvs|\\betc)[.!?][\"”’)]*(\\s+)(?=[\"“(]*[\\p{Lu}\\d`…])");

  private final String document;
  private final List<Sentence> found = new ArrayList<>();

  private Sentences(String document) {
    this.document = document;
  }

  /** Returns the sentences of a document in their order; headings and code have none. */
  static List<Sentence> of(Document document) {
    Sentences sentences = new Sentences(document.name());
    document.root().accept(sentences);
    return List.copyOf(sentences.found);
  }

  /** Splits text that is no Markdown, such as a help text. */
  static List<Sentence> of(String place, String text) {
    Sentences sentences = new Sentences(place);
    sentences.split(text, line -> place, false);
    return List.copyOf(sentences.found);
  }

  @Override
  public void visit(Paragraph paragraph) {
    add(paragraph, false);
  }

  @Override
  public void visit(CustomNode node) {
    if (node instanceof TableCell) {
      add(node, true);
    } else {
      visitChildren(node);
    }
  }

  private void add(Node block, boolean tabular) {
    Flattened text = new Flattened();
    for (Node child = block.getFirstChild(); child != null; child = child.getNext()) {
      child.accept(text);
    }
    int first = firstLine(block);
    split(text.text.toString(), line -> document + ":" + (first + line), tabular);
  }

  private static int firstLine(Node block) {
    Node at = block;
    while (at.getSourceSpans().isEmpty() && at.getParent() != null) {
      at = at.getParent();
    }
    return at.getSourceSpans().get(0).getLineIndex() + 1;
  }

  private void split(String text, IntFunction<String> place, boolean tabular) {
    int begin = 0;
    for (MatchResult end : END.matcher(text).results().toList()) {
      add(text, begin, end.start(1), place, tabular);
      begin = end.end(1);
    }
    add(text, begin, text.length(), place, tabular);
  }

  private void add(String text, int begin, int end, IntFunction<String> place, boolean tabular) {
    String words = text.substring(begin, end).replaceAll("\\s+", " ").strip();
    if (!words.isEmpty()) {
      int line = Math.toIntExact(text.substring(0, begin).chars().filter(c -> c == '\n').count());
      found.add(new Sentence(place.apply(line), words, tabular));
    }
  }

  /** The text of a block. What an image shows is no part of it. */
  private static final class Flattened extends AbstractVisitor {
    private final StringBuilder text = new StringBuilder();

    @Override
    public void visit(Text node) {
      text.append(node.getLiteral());
    }

    @Override
    public void visit(Code node) {
      text.append(Sentence.CODE);
    }

    @Override
    public void visit(SoftLineBreak node) {
      text.append('\n');
    }

    @Override
    public void visit(HardLineBreak node) {
      text.append('\n');
    }

    @Override
    public void visit(Image node) {}
  }
}
