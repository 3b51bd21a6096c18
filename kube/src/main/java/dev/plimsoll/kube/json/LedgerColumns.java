package dev.plimsoll.kube.json;

import java.util.ArrayList;
import java.util.List;

/** The columns of a group of reservations in a QuotaLedger, an entry for each. */
public final class LedgerColumns {
  private static final int MOST_DIGITS = 7;

  private LedgerColumns() {}

  /**
   * Reads {@code names}, in which {@code 8/b7ssa} stands for the first 8 characters of the name
   * before and what follows.
   *
   * @throws DecodeException if one can't be such an entry
   */
  public static List<String> names(Fields group) {
    List<String> names = new ArrayList<>();
    String before = "";
    for (String entry : group.strings("names")) {
      int slash = entry.indexOf('/');
      int common = slash < 0 || slash > 4 ? -1 : digits(entry.substring(0, slash));
      if (common < 0 || common > before.length()) {
        throw group.error("names", "has \"" + entry + "\", which is no name");
      }
      before = before.substring(0, common) + entry.substring(slash + 1);
      names.add(before);
    }
    return names;
  }

  /**
   * Reads numbers with commas between them.
   *
   * @throws DecodeException if one isn't a whole number of few digits
   */
  public static List<Integer> numbers(Fields group, String name) {
    List<Integer> numbers = new ArrayList<>();
    for (String text : group.string(name).split(",", -1)) {
      int number = text.length() > MOST_DIGITS ? -1 : digits(text);
      if (number < 0) {
        throw group.error(name, "has \"" + text + "\", which is not a whole number");
      }
      numbers.add(number);
    }
    return numbers;
  }

  /** Returns a number of few digits, or -1 if the text has anything else. */
  private static int digits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')
        ? Integer.parseInt(text)
        : -1;
  }
}
