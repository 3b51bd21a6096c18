package dev.plimsoll.extender.access;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.extender.http.Call;
import dev.plimsoll.extender.http.Reply;
import dev.plimsoll.extender.http.Route;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
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
public final class TokenReviews {
  private static final Duration KNOWN = Duration.ofMinutes(1);
  private static final Duration UNKNOWN = Duration.ofSeconds(10);
  private static final int MOST = 1000;

  private final Reviewer reviewer;
  private final Clock clock;
  private final Map<String, Remembered> remembered = new LinkedHashMap<>();

  /** Has the API server review a token. */
  @FunctionalInterface
  public interface Reviewer {
    /** Creates a TokenReview and returns it as the server answers it. */
    JsonObject review(JsonObject review) throws StatusException;
  }

  private record Remembered(boolean isKnown, Instant until) {}

  /** Makes one that asks this reviewer. */
  public TokenReviews(Reviewer reviewer, Clock clock) {
    this.reviewer = reviewer;
    this.clock = clock;
  }

  /** Returns a route that is only for those who are known. */
  public Route guard(Route route) {
    return new Route(
        route.method(),
        route.path(),
        call -> refusal(call).orElseGet(() -> route.handler().apply(call)));
  }

  private Optional<Reply> refusal(Call call) {
    if (call.token().isEmpty()) {
      return Optional.of(Reply.refusal(401, "Say who you are: Authorization: Bearer TOKEN."));
    }
    try {
      return isKnown(call.token())
          ? Optional.empty()
          : Optional.of(Reply.refusal(401, "The API server does not know this token."));
    } catch (StatusException | UnreachableException e) {
      return Optional.of(
          Reply.refusal(503, "The token can't be checked at the moment: " + e.getMessage()));
    }
  }

  private boolean isKnown(String token) throws StatusException {
    String digest = digest(token);
    Instant now = clock.instant();
    synchronized (remembered) {
      remembered.values().removeIf(r -> !r.until().isAfter(now));
      Remembered last = remembered.get(digest);
      if (last != null) {
        return last.isKnown();
      }
    }
    boolean isKnown = ask(token);
    synchronized (remembered) {
      if (remembered.size() >= MOST) {
        remembered.remove(remembered.keySet().iterator().next());
      }
      remembered.put(digest, new Remembered(isKnown, now.plus(isKnown ? KNOWN : UNKNOWN)));
    }
    return isKnown;
  }

  private boolean ask(String token) throws StatusException {
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
