package dev.plimsoll.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
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
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenReviewAuthenticatorTest {
  private final TokenReviewAuthenticator.Reviewer reviewer = mock();
  private final Route route =
      new TokenReviewAuthenticator(reviewer, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))
          .guard(Route.get("/api/v1/gaps", c -> Reply.text(200, "gaps")));

  @BeforeEach
  void one_token_is_known() throws StatusException {
    when(reviewer.review(any())).thenAnswer(call -> review(call.getArgument(0)));
  }

  private static JsonObject review(JsonObject review) {
    boolean known = review.getAsJsonObject("spec").get("token").getAsString().equals("good");
    return JsonParser.parseString("{\"status\":{\"authenticated\":" + known + "}}")
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
  void a_token_that_cannot_be_checked_is_not_let_through() throws StatusException {
    doThrow(new UnreachableException("nobody there")).when(reviewer).review(any());

    Reply reply = get("good");

    assertThat(reply.status()).isEqualTo(503);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    reply.body().forEach(body::writeBytes);
    assertThat(body.toString(StandardCharsets.UTF_8)).contains("nobody there");
  }
}
