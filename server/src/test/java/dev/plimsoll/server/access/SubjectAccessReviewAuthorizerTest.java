package dev.plimsoll.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubjectAccessReviewAuthorizerTest {
  private static final UserInfo ALICE =
      new UserInfo(
          "{\"username\":\"alice\",\"uid\":\"1\",\"groups\":[\"g\"],\"extra\":{\"k\":[\"v\"]}}");

  private final List<JsonObject> asked = new ArrayList<>();
  private boolean isAway;
  private long nanos;
  private final SubjectAccessReviewAuthorizer authorizer =
      new SubjectAccessReviewAuthorizer(this::review, () -> nanos);

  private JsonObject review(JsonObject review) throws StatusException {
    if (isAway) {
      throw new UnreachableException("nobody there");
    }
    asked.add(review);
    boolean allowed = review.toString().contains("\"namespace\":\"team\"");
    return JsonParser.parseString("{\"status\":{\"allowed\":" + allowed + "}}").getAsJsonObject();
  }

  @Test
  void the_api_server_is_asked_about_the_user_with_all_it_said_of_it() {
    assertThat(authorizer.of(ALICE).allows(AccessRequest.listPods("team"))).isTrue();
    assertThat(authorizer.of(ALICE).allows(AccessRequest.getPath("/metrics"))).isFalse();

    assertThat(asked)
        .extracting(review -> review.get("spec").toString())
        .containsExactly(
            """
            {"user":"alice","uid":"1","groups":["g"],"extra":{"k":["v"]},\
            "resourceAttributes":{"verb":"list","resource":"pods","namespace":"team"}}""",
            """
            {"user":"alice","uid":"1","groups":["g"],"extra":{"k":["v"]},\
            "nonResourceAttributes":{"verb":"get","path":"/metrics"}}""");
  }

  @Test
  void an_answer_is_remembered_for_half_a_minute_and_of_its_user_only() {
    CallerAccess access = authorizer.of(ALICE);
    for (int i = 0; i < 3; i++) {
      assertThat(access.allows(AccessRequest.listPods("team"))).isTrue();
      assertThat(access.allows(AccessRequest.listPods("other"))).isFalse();
    }
    assertThat(asked).hasSize(2);

    authorizer.of(new UserInfo("{\"username\":\"bob\"}")).allows(AccessRequest.listPods("team"));
    assertThat(asked).hasSize(3);
    nanos += Duration.ofSeconds(30).toNanos();
    access.allows(AccessRequest.listPods("team"));
    assertThat(asked).hasSize(4);
  }

  @Test
  void beyond_200_reviews_a_second_callers_are_asked_to_come_again() {
    CallerAccess access = authorizer.of(ALICE);
    for (int i = 0; i < 200; i++) {
      assertThat(access.allows(AccessRequest.listPods("n" + i))).isFalse();
    }

    assertThatThrownBy(() -> access.allows(AccessRequest.listPods("team")))
        .isInstanceOf(AccessException.class)
        .hasMessageContaining("too many requests for a SubjectAccessReview");
    assertThat(access.allows(AccessRequest.listPods("n1"))).isFalse();
    nanos += Duration.ofSeconds(1).toNanos();
    assertThat(access.allows(AccessRequest.listPods("team"))).isTrue();
  }

  @Test
  void nobody_is_allowed_anything_that_can_not_be_reviewed() {
    isAway = true;

    assertThatThrownBy(() -> authorizer.of(ALICE).allows(AccessRequest.listPods("team")))
        .isInstanceOf(AccessException.class)
        .hasMessageContaining("nobody there");
    isAway = false;
    assertThat(authorizer.of(ALICE).allows(AccessRequest.listPods("team"))).isTrue();
  }
}
