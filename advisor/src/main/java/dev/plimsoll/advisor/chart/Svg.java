package dev.plimsoll.advisor.chart;

import java.util.Locale;

/**
 * An SVG document that is being written. Lengths are in pixels. Charting libraries that write SVG
 * are megabytes; the charts here need lines, rectangles and text.
 */
public final class Svg {
  private final StringBuilder text = new StringBuilder();

  /** Begins a drawing of that size. */
  public Svg(int width, int height, String title) {
    String size = "width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"";
    text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" ")
        .append(size.formatted(width, height, width, height))
        .append(" font-family=\"system-ui, -apple-system, 'Segoe UI', Helvetica, Arial,")
        .append(" sans-serif\">\n<title>")
        .append(escaped(title))
        .append("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
  }

  /** Draws a straight line. */
  public void line(double x1, double y1, double x2, double y2, String style) {
    text.append(
        "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" style=\"%s\"/>%n"
            .formatted(number(x1), number(y1), number(x2), number(y2), style));
  }

  /** Draws a path, given as SVG writes it. */
  public void path(String path, String style) {
    text.append("<path d=\"").append(path).append("\" style=\"").append(style).append("\"/>\n");
  }

  /** Writes a text of that size, which begins, ends or has its middle at a point. */
  public void text(double x, double y, int size, String anchor, String style, String words) {
    text.append(
        "<text x=\"%s\" y=\"%s\" font-size=\"%d\" text-anchor=\"%s\" style=\"%s\">%s</text>%n"
            .formatted(number(x), number(y), size, anchor, style, escaped(words)));
  }

  /** Returns a coordinate with one decimal at most. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** Returns text in which nothing is markup, in SVG and in HTML. */
  public static String escaped(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public String toString() {
    return text + "</svg>\n";
  }
}
