package dev.plimsoll.model.whatif;

import java.util.List;

/** Thrown if an object isn't in the snapshot; names the objects of its kind there. */
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
