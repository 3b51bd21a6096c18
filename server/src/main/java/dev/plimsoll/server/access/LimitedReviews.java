package dev.plimsoll.server.access;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.periodic.TokenBucket;

/** Reviews of one kind, with a limit per second. */
final class LimitedReviews {
  private final Reviewer reviewer;
  private final String apiVersion;
  private final String kind;
  private final TokenBucket bucket;

  LimitedReviews(Reviewer reviewer, String apiVersion, String kind, long perSecond, Ticker ticker) {
    this.reviewer = reviewer;
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.bucket = new TokenBucket(perSecond, ticker);
  }

  /**
   * Returns the status of a review.
   *
   * @throws AccessException if there have been too many, or the server doesn't answer
   */
  JsonObject status(JsonObject spec) {
    if (!bucket.take()) {
      throw new AccessException(429, "too many requests for a " + kind + "; retry later");
    }
    JsonObject review = new JsonObject();
    review.addProperty("apiVersion", apiVersion);
    review.addProperty("kind", kind);
    review.add("spec", spec);
    try {
      return reviewer.review(review).get("status") instanceof JsonObject status
          ? status
          : new JsonObject();
    } catch (StatusException | UnreachableException e) {
      throw new AccessException(503, "cannot create a " + kind + ": " + e.getMessage());
    }
  }
}
