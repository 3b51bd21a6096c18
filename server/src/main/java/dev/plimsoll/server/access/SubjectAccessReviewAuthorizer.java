package dev.plimsoll.server.access;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.periodic.Ticker;
import java.time.Duration;

/**
 * Asks the API server what users may do. Its answers are remembered for half a minute, more of them
 * than it is asked for in that time, so that nobody drives out what is known of others.
 */
public final class SubjectAccessReviewAuthorizer {
  private static final Duration TTL = Duration.ofSeconds(30);
  private static final int REVIEWS_PER_SECOND = 200;
  private static final int MAX_ENTRIES = 10_000;

  private final LimitedReviews reviews;
  private final RecentAnswers<Question, Boolean> answers;

  private record Question(UserInfo user, AccessRequest request) {}

  /** Creates an authorizer that asks this reviewer. */
  public SubjectAccessReviewAuthorizer(Reviewer reviewer, Ticker ticker) {
    this.reviews =
        new LimitedReviews(
            reviewer, "authorization.k8s.io/v1", "SubjectAccessReview", REVIEWS_PER_SECOND, ticker);
    this.answers = new RecentAnswers<>(TTL, MAX_ENTRIES, ticker);
  }

  /** Returns the rights of a user. */
  CallerAccess of(UserInfo user) {
    return new CallerAccess() {
      @Override
      public boolean allows(AccessRequest request) {
        return SubjectAccessReviewAuthorizer.this.allows(new Question(user, request));
      }

      @Override
      public String user() {
        return user.name();
      }
    };
  }

  private boolean allows(Question question) {
    return answers.get(question).orElseGet(() -> review(question));
  }

  private boolean review(Question question) {
    JsonObject spec = question.user().subject();
    question.request().addTo(spec);
    boolean isAllowed =
        reviews.status(spec).get("allowed") instanceof JsonPrimitive allowed
            && allowed.getAsBoolean();
    answers.put(question, isAllowed);
    return isAllowed;
  }
}
