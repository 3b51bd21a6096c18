package dev.plimsoll.kubernetes.object;

/**
 * A kind of object with its API group and version.
 *
 * @param group the API group, empty for the core group
 * @param version the version inside the group, such as {@code v1}
 * @param kind the kind, such as {@code Pod}
 */
public record GroupVersionKind(String group, String version, String kind) {

  /** Returns the kind of the given {@code apiVersion} ({@code v1}, {@code apps/v1}). */
  public static GroupVersionKind of(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    return slash < 0
        ? new GroupVersionKind("", apiVersion, kind)
        : new GroupVersionKind(
            apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
  }

  /** Returns the {@code apiVersion} as written in a manifest. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
