package dev.plimsoll.server.access;

/** The access of a caller. */
@FunctionalInterface
public interface CallerAccess {
  /** The access to everything. */
  CallerAccess ALL = request -> true;

  /**
   * Returns whether the caller may.
   *
   * @throws AccessException if it can't be found out
   */
  boolean allows(AccessRequest request);

  /** Returns the user's name; empty for callers without a token. */
  default String user() {
    return "";
  }

  /**
   * Requires that the caller may.
   *
   * @throws AccessException if the caller may not, or it can't be found out
   */
  default void require(AccessRequest request) {
    if (!allows(request)) {
      throw new AccessException(403, "forbidden: requires the right to " + request.text());
    }
  }
}
