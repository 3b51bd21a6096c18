package dev.plimsoll.model.gap;

/** Whose rights a remedy takes. */
public enum Actor {
  /** Who works in the namespace: it changes objects of its own. */
  TENANT("tenant"),
  /** Who runs the cluster: quotas, limit ranges, nodes, and the objects of several namespaces. */
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
