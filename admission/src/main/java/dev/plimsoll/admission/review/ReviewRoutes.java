package dev.plimsoll.admission.review;

import dev.plimsoll.admission.ledger.LedgerUnavailableException;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.admission.review.ReviewMetrics.Result;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.quota.QuotaOutcome;
import dev.plimsoll.kubernetes.quota.ResourceQuotaAdmission;
import dev.plimsoll.model.ledger.GangRequest;
import dev.plimsoll.model.ledger.LedgerAdmission;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers AdmissionReviews by ledgers. Each is answered in time, regardless of the API server; the
 * settings say how undecided requests are answered.
 */
public final class ReviewRoutes implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ReviewRoutes.class.getName());
  private static final ResourceQuotaAdmission BUILT_IN =
      new ResourceQuotaAdmission(List.of(), UnaryOperator.identity());
  private static final Pattern SECONDS = Pattern.compile("([0-9]{1,4})s");

  private final Reserver reserver;
  private final NamespaceLedgers namespaceLedgers;
  private final Supplier<Cluster> cluster;
  private final Clock clock;
  private final ReviewSettings settings;
  private final ReviewMetrics metrics;
  private final RequestWarnings warnings;
  private final TakenNames takenNames;
  private final Askers askers;
  private final TimedDecisions decisions;
  private final LogOnce log = new LogOnce(LOG, Ticker.SYSTEM);

  /**
   * Makes the routes.
   *
   * @param cluster what the evaluators of quota look up
   * @param warnings what is said of requests that are allowed
   * @param takenNames which creations fail although the ledgers admit them
   * @param askers which callers are API servers
   */
  public ReviewRoutes(
      Reserver reserver,
      NamespaceLedgers namespaceLedgers,
      Supplier<Cluster> cluster,
      Clock clock,
      ReviewSettings settings,
      ReviewMetrics metrics,
      RequestWarnings warnings,
      TakenNames takenNames,
      Askers askers) {
    this.reserver = reserver;
    this.askers = askers;
    this.decisions = new TimedDecisions(reserver, settings.undecided());
    this.namespaceLedgers = namespaceLedgers;
    this.cluster = cluster;
    this.clock = clock;
    this.settings = settings;
    this.metrics = metrics;
    this.warnings = warnings;
    this.takenNames = takenNames;
  }

  /** Returns the routes. */
  public List<Route> all() {
    return List.of(Route.post("/admission/validate", this::validate));
  }

  private Reply validate(Call call) {
    long began = System.nanoTime();
    Answer answer = answer(call);
    metrics.answered(answer.result(), Duration.ofNanos(System.nanoTime() - began));
    return answer.reply();
  }

  private record Answer(Result result, Reply reply) {
    static Answer of(Result result, byte[] json) {
      return new Answer(result, Reply.json(json));
    }
  }

  private Answer answer(Call call) {
    try {
      return answer(IncomingReview.read(call.body()), call);
    } catch (InvalidReviewException e) {
      log("an AdmissionReview is not answered", String.valueOf(e.getMessage()));
      return new Answer(Result.UNREADABLE, Reply.error(400, String.valueOf(e.getMessage())));
    } catch (IOException e) {
      return new Answer(Result.UNREADABLE, Reply.error(400, "the body can't be read"));
    }
  }

  private Answer answer(IncomingReview review, Call call) {
    Duration timeout = timeout(call);
    Optional<AdmissionRequest> request;
    try {
      request = review.request();
    } catch (InvalidReviewException e) {
      return unreadable(review, String.valueOf(e.getMessage()));
    }
    if (request.isEmpty()) {
      return Answer.of(Result.ALLOWED, ReviewAnswer.allowed(review, List.of()));
    }
    SortedSet<String> ledgers = namespaceLedgers.of(request.get().object().namespace());
    Supplier<List<String>> warned = warnings.begin(request.get());
    if (ledgers.isEmpty()) {
      return Answer.of(Result.ALLOWED, ReviewAnswer.allowed(review, warned.get()));
    }
    Optional<String> problem = gangProblem(request.get());
    if (problem.isPresent()) {
      return isAudited(request.get())
          ? Answer.of(
              Result.AUDITED, ReviewAnswer.audited(review, "would be denied", problem.get()))
          : Answer.of(Result.DENIED, ReviewAnswer.invalidGang(review, problem.get()));
    }
    Optional<String> taken = nameTaken(review, request.get());
    try {
      // As in Kubernetes, a quota denies before the storage does.
      AdmissionRequest asked = taken.isPresent() ? request.get().asDryRun() : request.get();
      LedgerDecision decision = decide(asked, ledgers, call);
      return taken.isPresent() && decision instanceof LedgerDecision.Admitted
          ? Answer.of(Result.ALREADY_EXISTS, ReviewAnswer.alreadyExists(review, taken.get()))
          : answer(review, request.get(), decision, warned);
    } catch (LedgerUnavailableException e) {
      log("a request is not decided on", String.valueOf(e.getMessage()));
      if (e.isShed()) {
        return shed(review, request.get());
      }
    } catch (TimeoutException e) {
      log("a request is not decided on", "it took longer than " + timeout.toMillis() + " ms");
    } catch (RejectedExecutionException e) {
      log("a request is not decided on", "too many are being decided on");
      return shed(review, request.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return isAudited(request.get())
        ? Answer.of(Result.UNDECIDED, ReviewAnswer.audited(review, "undecided", ""))
        : Answer.of(Result.UNDECIDED, ReviewAnswer.undecided(review, settings.undecided()));
  }

  /** Returns why a creation fails, if its name is taken. */
  private Optional<String> nameTaken(IncomingReview review, AdmissionRequest request) {
    boolean mayReserve =
        request.isCreate()
            && request.subresource().isEmpty()
            && !request.dryRun()
            && !isAudited(request);
    // An apply updates the object where it exists by then.
    return mayReserve && !review.isApplied()
        ? takenNames.problem(request.object())
        : Optional.empty();
  }

  private Answer shed(IncomingReview review, AdmissionRequest request) {
    return Answer.of(
        Result.SHED,
        isAudited(request)
            ? ReviewAnswer.audited(review, "undecided", "")
            : ReviewAnswer.shed(review, settings.undecided()));
  }

  private boolean isAudited(AdmissionRequest request) {
    return settings.mode() == ReviewMode.AUDIT
        || namespaceLedgers.isAudited(request.object().namespace());
  }

  /** Answers an unreadable review. It is allowed if no ledger counts objects of its namespaces. */
  private Answer unreadable(IncomingReview review, String problem) {
    boolean isCounted;
    try {
      isCounted = review.namespaces().stream().anyMatch(n -> !namespaceLedgers.of(n).isEmpty());
    } catch (InvalidReviewException e) {
      isCounted = true;
    }
    if (!isCounted) {
      log("an AdmissionReview is allowed, since no ledger counts there", problem);
      return Answer.of(Result.UNREADABLE, ReviewAnswer.allowed(review, List.of()));
    }
    if (settings.mode() == ReviewMode.AUDIT) {
      log("an AdmissionReview is allowed, since nothing is denied", problem);
      return Answer.of(Result.UNREADABLE, ReviewAnswer.audited(review, "undecided", problem));
    }
    log("an AdmissionReview is denied", problem);
    return Answer.of(Result.UNREADABLE, ReviewAnswer.badRequest(review, problem));
  }

  private Answer answer(
      IncomingReview review,
      AdmissionRequest request,
      LedgerDecision decision,
      Supplier<List<String>> warned) {
    if (decision instanceof LedgerDecision.Denied denied) {
      boolean isAudited = isAudited(request);
      metrics.denied(request.object().namespace(), denied.denials(), isAudited);
      if (isAudited) {
        String text = denied.text();
        return Answer.of(Result.AUDITED, ReviewAnswer.audited(review, "would be denied", text));
      }
      boolean isUnknown =
          denied.denials().stream().allMatch(QuotaDenial.StatusUnknown.class::isInstance);
      return isUnknown && settings.undecided() == Undecided.ALLOW
          ? Answer.of(Result.UNDECIDED, ReviewAnswer.undecided(review, Undecided.ALLOW))
          : Answer.of(Result.DENIED, ReviewAnswer.denied(review, denied));
    }
    return Answer.of(
        Result.ALLOWED,
        ReviewAnswer.admitted(review, (LedgerDecision.Admitted) decision, warned.get()));
  }

  private LedgerDecision decide(AdmissionRequest request, SortedSet<String> ledgers, Call call)
      throws LedgerUnavailableException, TimeoutException, InterruptedException {
    Duration timeout = timeout(call);
    try {
      return decisions.decide(() -> reserve(request, ledgers, call), timeout);
    } catch (ExecutionException e) {
      log.defect("deciding on a request failed", Objects.requireNonNullElse(e.getCause(), e));
      throw new TimeoutException();
    }
  }

  /**
   * Decides on a request and reserves its charge. A request that Kubernetes itself will deny
   * reserves nothing, since only the expiry would end the reservation.
   */
  private LedgerDecision reserve(AdmissionRequest request, SortedSet<String> ledgers, Call call)
      throws LedgerUnavailableException, InterruptedException {
    Cluster now = cluster.get();
    SortedSet<String> concerned = new TreeSet<>(ledgers);
    concerned.removeIf(l -> !isConcerned(now, request, l));
    if (concerned.isEmpty()) {
      return new LedgerDecision.Admitted(Map.of());
    }
    boolean isAudited = isAudited(request);
    Optional<GangRequest> gang = gang(now, request);
    if (BUILT_IN.check(now, request) instanceof QuotaOutcome.Denied denied) {
      return isAudited
          ? new LedgerDecision.Admitted(Map.of())
          : LedgerAdmission.denied(denied, gang);
    }
    Instant expirationTime = clock.instant().plus(settings.reservation());
    // So that a request that waits in vain is answered as shed, and not as undecided.
    Duration reserving = timeout(call).multipliedBy(9).dividedBy(10);
    LedgerDecision decision =
        !isAudited && askers.mayWait(call)
            ? reserver.reserveInTime(now, request, concerned, expirationTime, gang, reserving)
            : reserver.reserve(now, request, concerned, expirationTime, gang, reserving);
    if (decision instanceof LedgerDecision.Admitted && request.isCreate() && !request.dryRun()) {
      askers.admitted(request.object().metadata().uid(), call);
    }
    return decision;
  }

  /** Returns the gang of a new pod, if the pod belongs to one and gangs reserve as a whole. */
  private Optional<GangRequest> gang(Cluster now, AdmissionRequest request) {
    return settings
        .gangHold()
        .flatMap(
            hold ->
                newPod(request).flatMap(p -> GangRequest.of(now, p, clock.instant().plus(hold))));
  }

  /** Returns why nobody knows how many pods of its gang must run with a new pod, if so. */
  private Optional<String> gangProblem(AdmissionRequest request) {
    return settings
        .gangHold()
        .flatMap(hold -> newPod(request).flatMap(p -> GangRequest.problem(cluster.get(), p)));
  }

  private static Optional<Pod> newPod(AdmissionRequest request) {
    return request.isCreate() && request.object() instanceof Pod pod
        ? Optional.of(pod)
        : Optional.empty();
  }

  /** A request that a quota doesn't count never waits for its ledger. */
  private boolean isConcerned(Cluster now, AdmissionRequest request, String ledger) {
    return namespaceLedgers
        .quota(ledger)
        .map(quota -> LedgerAdmission.concerns(now, request, quota))
        .orElse(true);
  }

  private void log(String what, String problem) {
    log.warn(what + ": " + problem);
  }

  @Override
  public void close() {
    decisions.close();
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
