package dev.plimsoll.model.whatif;

import java.util.List;

/** Says that an object isn't in the picture, and which of its kind are. */
public final class NoSuchObjectException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 10;

  /** Makes the exception for an object that isn't there. */
  public NoSuchObjectException(String kind, String namespace, String name, List<String> there) {
    super(message(kind, namespace, name, there));
  }

  private static String message(String kind, String namespace, String name, List<String> there) {
    String where = namespace.isEmpty() ? "the cluster" : "namespace " + namespace;
    String what = "there is no " + kind + " \"" + name + "\" in " + where;
    if (there.isEmpty()) {
      return what + ", which has none at all";
    }
    String more = there.size() > SHOWN ? ", … (" + there.size() + " in all)" : "";
    return what
        + "; there is "
        + String.join(", ", there.subList(0, Math.min(SHOWN, there.size())))
        + more;
  }
}
