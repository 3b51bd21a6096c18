package dev.plimsoll.kubernetes.quantity;

/** Words beside a number, in the singular or plural as it needs them. */
public final class Counted {
  private static final Quantity ONE = Quantity.of(1);

  private Counted() {}

  /** Returns the number and the noun, such as {@code 1 pod} and {@code 3 pods}. */
  public static String of(long count, String noun) {
    return count + " " + noun(count, noun);
  }

  /** Returns the number, the noun and a verb, such as {@code 1 pod waits}. */
  public static String of(long count, String noun, String ofOne, String ofMore) {
    return of(count, noun) + " " + verb(count, ofOne, ofMore);
  }

  /** Returns the noun alone; of several words the last gets the ending. */
  public static String noun(long count, String noun) {
    return count == 1 ? noun : noun + "s";
  }

  /** Returns the verb alone. */
  public static String verb(long count, String ofOne, String ofMore) {
    return count == 1 ? ofOne : ofMore;
  }

  /** Returns {@code is} for one and {@code are} for any other amount. */
  public static String are(Quantity amount) {
    return amount.compareTo(ONE) == 0 ? "is" : "are";
  }
}
