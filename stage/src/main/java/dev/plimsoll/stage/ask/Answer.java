package dev.plimsoll.stage.ask;

/**
 * The answer to a question.
 *
 * @param ok whether it is what users are promised
 * @param text what was answered
 */
public record Answer(boolean ok, String text) {
  private static final int LONGEST = 220;

  /** Makes the text one line. */
  public Answer {
    String line = text.strip().replaceAll("\\s*\\n\\s*", "; ").replace("|", "/");
    text = line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }

  static Answer ok(String text) {
    return new Answer(true, text);
  }

  static Answer failed(String text) {
    return new Answer(false, text);
  }
}
