package dev.plimsoll.cli.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A terminal that shows one screen after the other, as an SVG without scripts. Readers who prefer
 * no motion see the first screen.
 */
public final class TerminalDrawing {
  private static final Pattern STYLED =
      Pattern.compile("\u001b\\[([0-9;]*)m(.*?)(?=\u001b\\[[0-9;]*m|$)|^[^\u001b]+");

  /** Text up to two spaces: columns stay below each other in a font of any width. */
  private static final Pattern CELL = Pattern.compile("\\S+(?: \\S+)*");

  private static final Map<String, String> CLASSES =
      Map.of("1", "bold", "31", "red", "33", "yellow", "32", "green", "36", "cyan", "2", "dim");

  private static final int SECONDS = 5;
  private static final int LINE = 18;
  private static final double COLUMN = 8.43;
  private static final int MARGIN = 14;

  private TerminalDrawing() {}

  /**
   * Draws screens.
   *
   * @param title what the drawing shows, for readers who don't see it
   * @param columns the width of the terminal
   * @param rows its height; a longer screen is cut, with an ellipsis as its last line
   * @param screens what the terminal shows, with the colours' escape sequences
   */
  public static String of(String title, int columns, int rows, List<String> screens) {
    int width = Math.toIntExact(Math.round(columns * COLUMN)) + 2 * MARGIN;
    int height = rows * LINE + 2 * MARGIN;
    StringBuilder drawing = new StringBuilder();
    drawing.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" \
        aria-labelledby="title">
          <title id="title">%s</title>
          <style>
            text { fill: #e6edf3; font: 14px ui-monospace, Menlo, Consolas, monospace }
            .bold { font-weight: 700 }
            .red { fill: #ff9d94 }
            .yellow { fill: #f0c674 }
            .green { fill: #7fd0a6 }
            .cyan { fill: #7cc7e8 }
            .dim { fill: #9aa7b5 }
            .screen { animation: turn %ds infinite }
        """
            .formatted(width, height, escaped(title), SECONDS * screens.size()));
    drawing.append(turns(screens.size()));
    drawing.append("  </style>\n");
    drawing.append(
        "  <rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#12181f\"/>\n"
            .formatted(width, height));
    for (int i = 0; i < screens.size(); i++) {
      drawing.append("  <g class=\"screen s%d\">\n".formatted(i));
      List<String> lines = cut(screens.get(i).lines().toList(), rows);
      for (int row = 0; row < lines.size(); row++) {
        if (!lines.get(row).isBlank()) {
          drawing.append(line(lines.get(row), MARGIN + (row + 1) * LINE - 4));
        }
      }
      drawing.append("  </g>\n");
    }
    return drawing.append("</svg>\n").toString();
  }

  /** Which screen is visible when. */
  private static String turns(int screens) {
    StringBuilder css = new StringBuilder();
    double part = 100.0 / screens;
    css.append(
        String.format(
            Locale.ROOT,
            "    @keyframes turn { 0%%, %.2f%% { opacity: 1 } %.2f%%, 100%% { opacity: 0 } }\n",
            part - 0.01,
            part));
    for (int i = 0; i < screens; i++) {
      css.append(
          "    .s%d { animation-delay: %ds; opacity: %d }\n"
              .formatted(i, i * SECONDS, i == 0 ? 1 : 0));
    }
    return css.append("    @media (prefers-reduced-motion) { .screen { animation: none } }\n")
        .toString();
  }

  private static List<String> cut(List<String> lines, int rows) {
    if (lines.size() <= rows) {
      return lines;
    }
    List<String> cut = new ArrayList<>(lines.subList(0, rows - 1));
    cut.add("…");
    return cut;
  }

  private static String line(String line, int y) {
    StringBuilder spans = new StringBuilder();
    int column = 0;
    for (MatchResult part : STYLED.matcher(line).results().toList()) {
      String text = part.group(2) == null ? part.group() : part.group(2);
      for (MatchResult cell : CELL.matcher(text).results().toList()) {
        spans.append(
            String.format(
                Locale.ROOT,
                "<tspan x=\"%.1f\"%s>%s</tspan>",
                MARGIN + (column + cell.start()) * COLUMN,
                style(part.group(1)),
                escaped(cell.group())));
      }
      column += text.length();
    }
    return "    <text y=\"%d\">%s</text>\n".formatted(y, spans);
  }

  private static String style(String code) {
    String style = code == null ? "" : CLASSES.getOrDefault(code, "");
    return style.isEmpty() ? "" : " class=\"" + style + "\"";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
