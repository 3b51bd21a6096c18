package dev.plimsoll.model.whatif;

import java.util.List;

/** Says that an object isn't in the snapshot, and which of its kind are. */
public final class NoSuchObjectException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 10;

  /** Makes the exception for an object that isn't there. */
  public NoSuchObjectException(String kind, String namespace, String name, List<String> known) {
    super(message(kind, namespace, name, known));
  }

  private static String message(String kind, String namespace, String name, List<String> known) {
    String where = namespace.isEmpty() ? "" : " in namespace \"" + namespace + "\"";
    String first = String.join(", ", known.stream().limit(SHOWN).toList());
    String more = known.size() > SHOWN ? " and " + (known.size() - SHOWN) + " more" : "";
    return kind
        + " \""
        + name
        + "\" not found"
        + where
        + (known.isEmpty() ? "" : "; known: " + first + more);
  }
}
