package dev.plimsoll.testkit.faults;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** The switches. All are off at first; {@link #reset} turns all off again. */
public final class Faults {
  private final WatchSignals watches;
  private final Runnable compaction;
  private final List<Planned<FailureMode>> planned = new CopyOnWriteArrayList<>();
  private final List<Planned<ListFault>> lists = new CopyOnWriteArrayList<>();
  private volatile Duration latency = Duration.ZERO;
  private volatile boolean duplicates;
  private volatile boolean replays;
  private volatile boolean future;
  private volatile boolean bookmarks = true;

  /**
   * @param compaction makes the store forget its past
   */
  public Faults(WatchSignals watches, Runnable compaction) {
    this.watches = watches;
    this.compaction = compaction;
  }

  private record Planned<T>(Pattern call, T fault, AtomicInteger left) {
    boolean hits(ApiRequest request) {
      return call.matcher(request.method() + " " + request.target()).find()
          && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }
  }

  /** Breaks off every open watch. */
  public void cutWatches() {
    watches.cut();
  }

  /** Ends every open watch with an ERROR event of code 410. */
  public void expireWatches() {
    watches.expire();
  }

  /** Ends every open watch with an ERROR event of code 500. */
  public void failWatches() {
    watches.fail();
  }

  /** Forgets the past: watches and pages from any version so far are answered with 410. */
  public void compact() {
    compaction.run();
  }

  /** Sends no more bookmarks by itself, as for a kind whose objects have never changed. */
  public void withoutBookmarks() {
    bookmarks = false;
  }

  /** Returns whether bookmarks are sent each minute. */
  public boolean bookmarks() {
    return bookmarks;
  }

  /** Fails the next requests, as many as {@code times}. */
  public void fail(int times, FailureMode failureMode) {
    fail(times, "", failureMode);
  }

  /**
   * Fails the next matching requests, as many as {@code times}.
   *
   * @param call a regular expression found in {@code "GET /api/v1/pods?limit=2"}
   */
  public void fail(int times, String call, FailureMode failureMode) {
    planned.add(new Planned<>(Pattern.compile(call), failureMode, new AtomicInteger(times)));
  }

  /**
   * Answers the next matching requests, as many as {@code times}, with wrong lists.
   *
   * @param call a regular expression found in {@code "GET /api/v1/pods?limit=2"}
   */
  public void lists(int times, String call, ListFault fault) {
    lists.add(new Planned<>(Pattern.compile(call), fault, new AtomicInteger(times)));
  }

  /** Answers every request so much later. */
  public void latency(Duration delay) {
    latency = delay;
  }

  /** Sends each watch event twice. */
  public void duplicateEvents(boolean on) {
    duplicates = on;
  }

  /** Begins each watch with all events from before the version that it is of. */
  public void replayedEvents(boolean on) {
    replays = on;
  }

  /** Returns whether a watch begins with the events from before. */
  public boolean replays() {
    return replays;
  }

  /** Adds fields that no present client knows to every object sent, and the same to its parts. */
  public void fieldsFromTheFuture(boolean on) {
    future = on;
  }

  /** Turns everything off. */
  public void reset() {
    planned.clear();
    lists.clear();
    replays = false;
    latency = Duration.ZERO;
    duplicates = false;
    future = false;
    bookmarks = true;
  }

  /** Returns the failure that hits a request, if any, after the latency. */
  public Optional<ApiResponse> before(ApiRequest request) throws InterruptedException {
    Thread.sleep(latency.toMillis());
    return planned.stream()
        .filter(fault -> fault.hits(request))
        .findFirst()
        .map(planned -> planned.fault().answer(request.flag("watch")));
  }

  /** How often each watch event is sent. */
  public int copies() {
    return duplicates ? 2 : 1;
  }

  /** The answer to a request as it is sent. */
  public ApiResponse outgoing(ApiRequest request, ApiResponse apiResponse) {
    ApiResponse whole =
        lists.stream()
            .filter(fault -> !request.flag("watch") && fault.hits(request))
            .findFirst()
            .map(planned -> planned.fault().applied(apiResponse))
            .orElse(apiResponse);
    return outgoing(whole);
  }

  private ApiResponse outgoing(ApiResponse apiResponse) {
    return apiResponse instanceof ApiResponse.Body body
        ? new ApiResponse.Body(body.code(), outgoing(body.json()), body.headers())
        : apiResponse;
  }

  /** An object as it is sent. */
  public JsonObject outgoing(JsonObject object) {
    return future ? FutureFields.added(object) : object;
  }
}
