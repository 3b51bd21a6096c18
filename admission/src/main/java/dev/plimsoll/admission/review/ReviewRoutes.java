package dev.plimsoll.admission.review;

import dev.plimsoll.admission.ledger.LedgerUnavailableException;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers AdmissionReviews by ledgers. What can't be decided in time is no answer but an error, so
 * that the webhook's {@code failurePolicy} says what happens.
 */
public final class ReviewRoutes {
  private static final System.Logger LOG = System.getLogger(ReviewRoutes.class.getName());
  private static final Pattern SECONDS = Pattern.compile("([0-9]{1,4})s");

  private final Reserver reserver;
  private final NamespaceLedgers namespaceLedgers;
  private final Supplier<Cluster> cluster;
  private final Clock clock;
  private final ReviewSettings settings;

  /**
   * Makes the routes.
   *
   * @param cluster what the evaluators of quota look up
   */
  public ReviewRoutes(
      Reserver reserver,
      NamespaceLedgers namespaceLedgers,
      Supplier<Cluster> cluster,
      Clock clock,
      ReviewSettings settings) {
    this.reserver = reserver;
    this.namespaceLedgers = namespaceLedgers;
    this.cluster = cluster;
    this.clock = clock;
    this.settings = settings;
  }

  /** Returns the routes. */
  public List<Route> all() {
    return List.of(Route.post("/admission/validate", this::validate));
  }

  private Reply validate(Call call) {
    try {
      return answer(IncomingReview.read(call.body()), timeout(call));
    } catch (InvalidReviewException e) {
      return Reply.error(400, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return Reply.error(400, "the body can't be read");
    }
  }

  private Reply answer(IncomingReview review, Duration timeout) {
    Optional<AdmissionRequest> request;
    try {
      request = review.request();
    } catch (InvalidReviewException e) {
      return Reply.json(ReviewAnswer.badRequest(review, String.valueOf(e.getMessage())));
    }
    SortedSet<String> ledgers =
        namespaceLedgers.of(request.map(r -> r.object().namespace()).orElse(""));
    if (request.isEmpty() || ledgers.isEmpty()) {
      return Reply.json(ReviewAnswer.allowed(review));
    }
    try {
      return Reply.json(
          ReviewAnswer.of(
              review,
              reserver.reserve(
                  cluster.get(),
                  request.get(),
                  ledgers,
                  clock.instant().plus(settings.reservation()),
                  timeout)));
    } catch (LedgerUnavailableException e) {
      LOG.log(System.Logger.Level.WARNING, "a request is not decided: {0}", e.getMessage());
      return Reply.error(503, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reply.error(503, "the service is shutting down");
    }
  }

  /** Returns how long an answer may take; the API server's own limit must not be met. */
  private Duration timeout(Call call) {
    Matcher asked = SECONDS.matcher(call.parameter("timeout").orElse(""));
    if (!asked.matches()) {
      return settings.timeout();
    }
    Duration most = Duration.ofSeconds(Long.parseLong(asked.group(1))).multipliedBy(4).dividedBy(5);
    return most.compareTo(settings.timeout()) < 0 ? most : settings.timeout();
  }
}
