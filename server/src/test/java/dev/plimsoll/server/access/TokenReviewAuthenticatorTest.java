package dev.plimsoll.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenReviewAuthenticatorTest {
  private final Reviewer reviewer = mock();
  private long nanos;
  private final Route route =
      AccessGuard.ofTokens(
              false,
              new TokenReviewAuthenticator(reviewer, () -> nanos),
              new SubjectAccessReviewAuthorizer(reviewer, () -> nanos))
          .get("/api/v1/gaps", (call, access) -> Reply.text(200, "gaps"));

  @BeforeEach
  void one_token_is_known() throws StatusException {
    when(reviewer.review(any())).thenAnswer(call -> review(call.getArgument(0)));
  }

  private static JsonObject review(JsonObject review) {
    boolean known = review.getAsJsonObject("spec").get("token").getAsString().equals("good");
    return JsonParser.parseString(
            "{\"status\":{\"authenticated\":" + known + ",\"user\":{\"username\":\"me\"}}}")
        .getAsJsonObject();
  }

  private Reply get(String token) {
    return route.handler().apply(new Call(InputStream.nullInputStream(), Map.of(), token));
  }

  @Test
  void only_known_tokens_are_answered() {
    assertThat(get("good").status()).isEqualTo(200);
    assertThat(get("bad").status()).isEqualTo(401);
    assertThat(get("").status()).isEqualTo(401);
  }

  @Test
  void what_was_said_of_a_token_is_remembered() throws StatusException {
    get("good");
    get("good");
    get("bad");
    get("bad");

    verify(reviewer, times(2)).review(any());
  }

  @Test
  void what_was_said_of_a_token_is_forgotten_after_a_minute() throws StatusException {
    get("good");
    nanos += Duration.ofMinutes(1).toNanos();
    get("good");

    verify(reviewer, times(2)).review(any());
  }

  @Test
  void whoever_makes_up_tokens_does_not_have_the_api_server_asked_without_end()
      throws StatusException {
    assertThat(get("good").status()).isEqualTo(200);
    List<Integer> statuses =
        IntStream.range(0, 2000).mapToObj(i -> get("made-up-" + i).status()).toList();

    assertThat(statuses).contains(401, 429);
    verify(reviewer, times(20)).review(any());
    assertThat(get("good").status()).isEqualTo(200);
    nanos += Duration.ofSeconds(1).toNanos();
    assertThat(get("another").status()).isEqualTo(401);
  }

  @Test
  void tokens_that_nobody_knows_do_not_drive_out_those_that_are_known() throws StatusException {
    get("good");
    for (int i = 0; i < 59; i++) {
      nanos += Duration.ofSeconds(1).toNanos();
      for (int j = 0; j < 20; j++) {
        get("made-up-" + i + "-" + j);
      }
    }
    clearInvocations(reviewer);

    assertThat(get("good").status()).isEqualTo(200);
    verify(reviewer, never()).review(any());
  }

  @Test
  void a_token_that_cannot_be_checked_is_not_let_through() throws StatusException {
    doThrow(new UnreachableException("nobody there")).when(reviewer).review(any());

    Reply reply = get("good");

    assertThat(reply.status()).isEqualTo(503);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    reply.body().forEach(body::writeBytes);
    assertThat(body.toString(StandardCharsets.UTF_8)).contains("nobody there");
  }
}
