package dev.plimsoll.cli.output;

/** Text that leads to a page, marked as {@link Style} marks text. */
public final class Link {
  static final char TARGET = '\ufde0';
  static final char TEXT = '\ufde1';
  static final char END = '\ufde2';

  private Link() {}

  /**
   * Returns the text with a link.
   *
   * @param target the page, below the base of the printer's links
   */
  public static String to(String target, String text) {
    return TARGET + target + TEXT + text + END;
  }
}
