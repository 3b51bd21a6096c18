package dev.plimsoll.server.access;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Lets those through whose bearer token the API server knows. What it says of a token is remembered
 * for a minute, of an unknown one for ten seconds; tokens themselves are not kept.
 */
public final class TokenReviewAuthenticator {
  private static final Duration AUTHENTICATED_TTL = Duration.ofMinutes(1);
  private static final Duration UNAUTHENTICATED_TTL = Duration.ofSeconds(10);
  private static final int MAX_ENTRIES = 1000;

  private final Reviewer reviewer;
  private final Clock clock;

  @GuardedBy("cache")
  private final Map<String, CachedReview> cache = new LinkedHashMap<>();

  /** Has the API server review a token. */
  @FunctionalInterface
  public interface Reviewer {
    /** Creates a TokenReview and returns it as the server answers it. */
    JsonObject review(JsonObject review) throws StatusException;
  }

  private record CachedReview(boolean isAuthenticated, Instant until) {}

  /** Makes one that asks this reviewer. */
  public TokenReviewAuthenticator(Reviewer reviewer, Clock clock) {
    this.reviewer = reviewer;
    this.clock = clock;
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
    try {
      return isAuthenticated(call.token())
          ? Optional.empty()
          : Optional.of(Reply.error(401, "invalid bearer token"));
    } catch (StatusException | UnreachableException e) {
      return Optional.of(Reply.error(503, "cannot review the bearer token: " + e.getMessage()));
    }
  }

  private boolean isAuthenticated(String token) throws StatusException {
    String digest = digest(token);
    Instant now = clock.instant();
    synchronized (cache) {
      cache.values().removeIf(r -> !r.until().isAfter(now));
      CachedReview last = cache.get(digest);
      if (last != null) {
        return last.isAuthenticated();
      }
    }
    boolean isKnown = review(token);
    synchronized (cache) {
      if (cache.size() >= MAX_ENTRIES) {
        cache.remove(cache.keySet().iterator().next());
      }
      cache.put(
          digest,
          new CachedReview(isKnown, now.plus(isKnown ? AUTHENTICATED_TTL : UNAUTHENTICATED_TTL)));
    }
    return isKnown;
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
