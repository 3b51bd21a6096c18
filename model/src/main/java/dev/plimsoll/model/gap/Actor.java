package dev.plimsoll.model.gap;

/** The person whose rights a remedy takes. */
public enum Actor {
  /** A user of the namespace. A tenant may change the objects of its own namespace. */
  TENANT("tenant"),
  /**
   * An administrator. An admin may change quotas, limit ranges, nodes, and objects of several
   * namespaces.
   */
  ADMIN("admin");

  private final String text;

  Actor(String text) {
    this.text = text;
  }

  /** Returns the word that answers use. */
  @Override
  public String toString() {
    return text;
  }
}
