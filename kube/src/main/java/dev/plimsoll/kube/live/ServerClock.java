package dev.plimsoll.kube.live;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * The clock of an API server, as the header {@code Date} of its last answer tells it. All times of
 * objects are by this clock, and a computer at hand may be minutes off.
 */
final class ServerClock implements Interceptor {
  /** The header has whole seconds, and an answer takes a moment. */
  private static final Duration TOLERATED = Duration.ofSeconds(5);

  private final InstantSource own;
  private volatile Duration ahead = Duration.ZERO;

  /**
   * Creates the clock.
   *
   * @param own the clock of this computer
   */
  ServerClock(InstantSource own) {
    this.own = own;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    Date date = response.headers().getDate("Date");
    if (date != null) {
      Duration difference = Duration.between(own.instant(), date.toInstant());
      ahead = difference.abs().compareTo(TOLERATED) > 0 ? difference : Duration.ZERO;
    }
    return response;
  }

  /** Returns the time of the API server at a time of this computer. */
  Instant at(Instant time) {
    return time.plus(ahead);
  }
}
