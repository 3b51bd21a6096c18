package dev.plimsoll.kubernetes.quantity;

/** In which unit amounts of a resource are exposed as metrics, named as kube-state-metrics does. */
public enum ResourceUnit {
  CORE("core"),
  BYTE("byte"),
  INTEGER("integer");

  private final String label;

  ResourceUnit(String label) {
    this.label = label;
  }

  /** Returns the unit of a resource or of a key of a quota, such as {@code requests.cpu}. */
  public static ResourceUnit of(ResourceName resource) {
    String name = resource.name();
    String last = name.substring(name.lastIndexOf('.') + 1);
    if (last.equals("cpu")) {
      return CORE;
    }
    boolean isBytes =
        last.equals("memory") || last.endsWith("storage") || resource.isQuotaHugePage();
    return isBytes && !name.startsWith("count/") ? BYTE : INTEGER;
  }

  /** Returns the value of the label {@code unit}. */
  public String label() {
    return label;
  }
}
