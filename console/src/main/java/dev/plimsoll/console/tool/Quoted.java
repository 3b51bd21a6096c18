package dev.plimsoll.console.tool;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonPrimitive;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * Texts from the cluster, marked as quotations: one line between « and », without invisible
 * characters. A quotation can't end itself, because « and » inside it are replaced.
 */
public final class Quoted {
  static final char OPEN = '«';
  static final char CLOSE = '»';
  private static final String MORE = "…";

  /** In tokens, by {@link TokenEstimate}. */
  private static final int LONGEST = 160;

  private static final int MOST = 5;

  private Quoted() {}

  /** Returns a text as a quotation. */
  public static String of(String text) {
    return of(text, LONGEST);
  }

  /**
   * Returns the start of a text as a quotation.
   *
   * @param tokens the most tokens of the text
   */
  static String of(String text, int tokens) {
    StringBuilder quotation = new StringBuilder().append(OPEN);
    TokenEstimate estimate = new TokenEstimate();
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      String shown = shown(text.codePointAt(i));
      estimate.add(shown);
      if (estimate.tokens() > tokens) {
        return quotation.append(MORE).append(CLOSE).toString();
      }
      quotation.append(shown);
    }
    return quotation.append(CLOSE).toString();
  }

  /** Returns the text of a field of a report as a quotation; of an absent field an empty one. */
  static String of(Optional<JsonElement> field) {
    return of(field.map(JsonElement::getAsString).orElse(""));
  }

  /** Returns the first texts of a list as quotations, and how many more there are. */
  static JsonArray all(JsonArray texts) {
    JsonArray quotations = new JsonArray();
    StreamSupport.stream(texts.spliterator(), false)
        .limit(MOST)
        .forEach(t -> quotations.add(of(t.getAsString())));
    if (texts.size() > MOST) {
      quotations.add(new JsonPrimitive("and " + (texts.size() - MOST) + " more"));
    }
    return quotations;
  }

  /** Returns a text without the marks of a quotation, as an agent may send it back. */
  static String without(String text) {
    String stripped = text.strip();
    boolean isQuotation =
        stripped.length() >= 2
            && stripped.charAt(0) == OPEN
            && stripped.charAt(stripped.length() - 1) == CLOSE;
    return isQuotation ? stripped.substring(1, stripped.length() - 1) : text;
  }

  private static String shown(int character) {
    return switch (character) {
      case OPEN -> "<<";
      case CLOSE -> ">>";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> isShown(character) ? Character.toString(character) : escaped(character);
    };
  }

  private static boolean isShown(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> !isVariationSelector(character);
    };
  }

  /** Returns whether a character is invisible and can carry a hidden text. */
  private static boolean isVariationSelector(int character) {
    return (character >= 0xfe00 && character <= 0xfe0f)
        || (character >= 0xe0100 && character <= 0xe01ef);
  }

  private static String escaped(int character) {
    return "\\u{" + Integer.toHexString(character) + "}";
  }
}
