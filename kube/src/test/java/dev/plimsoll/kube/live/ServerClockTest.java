package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerClockTest {

  /** A computer whose clock is ahead of the server's, or behind. */
  @ParameterizedTest
  @ValueSource(longs = {-7200, -300, 300, 86_400})
  void times_are_those_of_the_server(long seconds) throws IOException {
    Instant own = Instant.now().plusSeconds(seconds);

    assertThat(answered(seconds).at(own)).isCloseTo(Instant.now(), within(3, ChronoUnit.SECONDS));
  }

  @Test
  void a_small_difference_is_none() throws IOException {
    Instant own = Instant.now();

    assertThat(answered(-2).at(own)).isEqualTo(own);
  }

  @Test
  void before_an_answer_the_own_clock_counts() {
    Instant own = Instant.now();

    assertThat(new ServerClock(() -> own.plusSeconds(300)).at(own)).isEqualTo(own);
  }

  /** Returns the clock after an answer of a server, on a computer whose clock is ahead. */
  private static ServerClock answered(long seconds) throws IOException {
    ServerClock clock = new ServerClock(() -> Instant.now().plus(Duration.ofSeconds(seconds)));
    OkHttpClient client = new OkHttpClient.Builder().addInterceptor(clock).build();
    try (StubApi api = new StubApi();
        Response response =
            client.newCall(new Request.Builder().url(api.url() + "/version").build()).execute()) {
      assertThat(response.header("Date")).isNotNull();
      return clock;
    } finally {
      client.connectionPool().evictAll();
    }
  }
}
