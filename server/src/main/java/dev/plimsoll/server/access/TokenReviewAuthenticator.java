package dev.plimsoll.server.access;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.periodic.TokenBucket;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Lets those through whose bearer token the API server knows. What it says of a token is remembered
 * for a minute, of an unknown one for ten seconds; tokens themselves are not kept. Whoever makes up
 * tokens neither drives out what is known of others' nor has the API server asked more often than
 * some times a second.
 */
public final class TokenReviewAuthenticator {
  private static final Duration AUTHENTICATED_TTL = Duration.ofMinutes(1);
  private static final Optional<Reply> INVALID =
      Optional.of(Reply.error(401, "invalid bearer token"));
  private static final Optional<Reply> TOO_MANY =
      Optional.of(Reply.error(429, "too many bearer tokens to review; retry later"));
  private static final Duration UNAUTHENTICATED_TTL = Duration.ofSeconds(10);
  private static final int REVIEWS_PER_SECOND = 20;

  private final Reviewer reviewer;
  private final RecentTokens authenticated;
  private final RecentTokens unauthenticated;
  private final TokenBucket reviews;

  /** Has the API server review a token. */
  @FunctionalInterface
  public interface Reviewer {
    /** Creates a TokenReview and returns it as the server answers it. */
    JsonObject review(JsonObject review) throws StatusException;
  }

  /** Makes one that asks this reviewer. */
  public TokenReviewAuthenticator(Reviewer reviewer, Ticker ticker) {
    this.reviewer = reviewer;
    this.authenticated = new RecentTokens(AUTHENTICATED_TTL, ticker);
    this.unauthenticated = new RecentTokens(UNAUTHENTICATED_TTL, ticker);
    this.reviews = new TokenBucket(REVIEWS_PER_SECOND, ticker);
  }

  /** Returns a route that is only for those who are known. */
  public Route guard(Route route) {
    return new Route(
        route.method(),
        route.path(),
        call -> authenticationError(call).orElseGet(() -> route.handler().apply(call)));
  }

  private Optional<Reply> authenticationError(Call call) {
    if (call.token().isEmpty()) {
      return Optional.of(Reply.error(401, "missing bearer token"));
    }
    String digest = digest(call.token());
    if (authenticated.contains(digest)) {
      return Optional.empty();
    }
    if (unauthenticated.contains(digest)) {
      return INVALID;
    }
    if (!reviews.take()) {
      return TOO_MANY;
    }
    try {
      boolean isKnown = review(call.token());
      (isKnown ? authenticated : unauthenticated).add(digest);
      return isKnown ? Optional.empty() : INVALID;
    } catch (StatusException | UnreachableException e) {
      return Optional.of(Reply.error(503, "cannot review the bearer token: " + e.getMessage()));
    }
  }

  private boolean review(String token) throws StatusException {
    JsonObject spec = new JsonObject();
    spec.addProperty("token", token);
    JsonObject review = new JsonObject();
    review.addProperty("apiVersion", "authentication.k8s.io/v1");
    review.addProperty("kind", "TokenReview");
    review.add("spec", spec);
    JsonElement status = reviewer.review(review).get("status");
    return status instanceof JsonObject said
        && said.get("authenticated") instanceof JsonPrimitive authenticated
        && authenticated.getAsBoolean();
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
