package dev.plimsoll.server.access;

import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Decides what callers may know. A caller with a bearer token may know what the API server allows
 * its user. Another caller may know all if the listener is open or a certificate identifies the
 * caller.
 */
public final class AccessGuard {
  private static final String TOKEN_REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
  private static final String ACCESS_REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

  private final CallerAccess withoutToken;
  private final boolean isOpen;
  private final Optional<TokenAccess> tokens;

  private record TokenAccess(
      TokenReviewAuthenticator authenticator, SubjectAccessReviewAuthorizer authorizer) {}

  private AccessGuard(CallerAccess withoutToken, boolean isOpen, Optional<TokenAccess> tokens) {
    this.withoutToken = withoutToken;
    this.isOpen = isOpen;
    this.tokens = tokens;
  }

  /** Creates a guard that allows everything, because there is no API server to ask. */
  public static AccessGuard open() {
    return granting(CallerAccess.ALL);
  }

  /** Creates a guard that gives every caller this access. */
  public static AccessGuard granting(CallerAccess access) {
    return new AccessGuard(access, true, Optional.empty());
  }

  /**
   * Creates a guard that asks the API server about tokens.
   *
   * @param isOpen whether callers without a token are answered even if they have no certificate
   */
  public static AccessGuard ofCluster(boolean isOpen, Connection connection) {
    return ofTokens(
        isOpen,
        new TokenReviewAuthenticator(reviewer(connection, TOKEN_REVIEWS), Ticker.SYSTEM),
        new SubjectAccessReviewAuthorizer(reviewer(connection, ACCESS_REVIEWS), Ticker.SYSTEM));
  }

  private static Reviewer reviewer(Connection connection, String path) {
    return review -> connection.write("POST", path, Map.of(), Connection.JSON, review);
  }

  /**
   * Creates a guard that asks the API server about tokens.
   *
   * @param isOpen whether callers without a token are answered even if they have no certificate
   */
  public static AccessGuard ofTokens(
      boolean isOpen,
      TokenReviewAuthenticator authenticator,
      SubjectAccessReviewAuthorizer authorizer) {
    return new AccessGuard(
        CallerAccess.ALL, isOpen, Optional.of(new TokenAccess(authenticator, authorizer)));
  }

  /** Returns a guard for another listener, with the same knowledge of tokens. */
  public AccessGuard with(HttpSettings listener) {
    return new AccessGuard(withoutToken, listener.open(), tokens);
  }

  /** Returns a route whose answer depends on what the caller may know. */
  public Route get(String path, BiFunction<Call, CallerAccess, Reply> handler) {
    return Route.get(path, call -> answer(call, handler));
  }

  /** Returns a route for bodies, whose answer depends on what the caller may know. */
  public Route post(String path, BiFunction<Call, CallerAccess, Reply> handler) {
    return Route.post(path, call -> answer(call, handler));
  }

  /** Returns the route for those only who may do what it takes. */
  public Route requiring(AccessRequest request, Route route) {
    return route.withHandler(
        call ->
            answer(
                call,
                (c, access) -> {
                  access.require(request);
                  return route.handler().apply(c);
                }));
  }

  /** Returns the route for callers with any access; its answer carries the user. */
  public Route admitting(Route route) {
    return route.withHandler(
        call -> answer(call, (c, access) -> route.handler().apply(c).to(access.user())));
  }

  private Reply answer(Call call, BiFunction<Call, CallerAccess, Reply> handler) {
    try {
      return handler.apply(call, access(call));
    } catch (AccessException e) {
      return e.reply();
    }
  }

  private CallerAccess access(Call call) {
    if (tokens.isPresent() && !call.token().isEmpty()) {
      TokenAccess reviews = tokens.get();
      return reviews.authorizer().of(reviews.authenticator().authenticate(call.token()));
    }
    if (!isOpen && !call.hasCertificate()) {
      throw new AccessException(401, "missing bearer token");
    }
    return withoutToken;
  }
}
