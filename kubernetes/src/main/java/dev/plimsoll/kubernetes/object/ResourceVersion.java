package dev.plimsoll.kubernetes.object;

/**
 * Compares the API server's resource versions of objects.
 *
 * <p>Source: {@code staging/src/k8s.io/apimachinery/pkg/util/resourceversion/resourceversion.go}.
 */
public final class ResourceVersion {
  private ResourceVersion() {}

  /** Returns whether both are the same version of the same object. */
  public static boolean same(ApiObject one, ApiObject other) {
    return !one.metadata().resourceVersion().isEmpty()
        && one.metadata().resourceVersion().equals(other.metadata().resourceVersion())
        && one.metadata().uid().equals(other.metadata().uid());
  }

  /**
   * Returns whether a version comes after another of the same kind. Versions that aren't whole
   * numbers without leading zeros can't be compared, and each is taken for newer.
   */
  public static boolean isNewer(String version, String than) {
    if (!isNumber(version) || !isNumber(than)) {
      return true;
    }
    return version.length() != than.length()
        ? version.length() > than.length()
        : version.compareTo(than) > 0;
  }

  private static boolean isNumber(String version) {
    return !version.isEmpty()
        && version.charAt(0) != '0'
        && version.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
