package dev.plimsoll.server.access;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.periodic.Ticker;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Asks the API server for the user of a bearer token. What it says of a token is remembered for a
 * minute, of an unknown one for ten seconds; tokens themselves are not kept. Whoever makes up
 * tokens neither drives out what is known of others' nor has the API server asked more often than
 * some times a second.
 */
public final class TokenReviewAuthenticator {
  private static final Duration AUTHENTICATED_TTL = Duration.ofMinutes(1);
  private static final Duration UNAUTHENTICATED_TTL = Duration.ofSeconds(10);
  private static final int MAX_ENTRIES = 1000;
  private static final int REVIEWS_PER_SECOND = 20;

  private final LimitedReviews reviews;
  private final RecentAnswers<String, UserInfo> authenticated;
  private final RecentAnswers<String, Boolean> unauthenticated;

  /** Creates an authenticator that asks this reviewer. */
  public TokenReviewAuthenticator(Reviewer reviewer, Ticker ticker) {
    this.reviews =
        new LimitedReviews(
            reviewer, "authentication.k8s.io/v1", "TokenReview", REVIEWS_PER_SECOND, ticker);
    this.authenticated = new RecentAnswers<>(AUTHENTICATED_TTL, MAX_ENTRIES, ticker);
    this.unauthenticated = new RecentAnswers<>(UNAUTHENTICATED_TTL, MAX_ENTRIES, ticker);
  }

  /**
   * Returns the user of a token.
   *
   * @throws AccessException if it is nobody's, or that can't be found out
   */
  UserInfo authenticate(String token) {
    String digest = digest(token);
    return authenticated.get(digest).orElseGet(() -> review(token, digest));
  }

  private UserInfo review(String token, String digest) {
    if (unauthenticated.get(digest).isPresent()) {
      throw invalid();
    }
    JsonObject spec = new JsonObject();
    spec.addProperty("token", token);
    Optional<UserInfo> user = user(reviews.status(spec));
    user.ifPresentOrElse(
        known -> authenticated.put(digest, known), () -> unauthenticated.put(digest, true));
    return user.orElseThrow(TokenReviewAuthenticator::invalid);
  }

  private static AccessException invalid() {
    return new AccessException(401, "invalid bearer token");
  }

  private static Optional<UserInfo> user(JsonObject status) {
    return status.get("authenticated") instanceof JsonPrimitive isKnown
            && isKnown.getAsBoolean()
            && status.get("user") instanceof JsonObject user
        ? Optional.of(UserInfo.of(user))
        : Optional.empty();
  }

  private static String digest(String token) {
    try {
      byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
