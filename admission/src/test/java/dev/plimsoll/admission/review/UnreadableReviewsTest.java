package dev.plimsoll.admission.review;

import static dev.plimsoll.admission.review.ReviewFixture.CREATION;
import static dev.plimsoll.admission.review.ReviewFixture.isAllowed;
import static dev.plimsoll.admission.review.ReviewFixture.reply;
import static dev.plimsoll.admission.review.ReviewFixture.response;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reviews are answered that say something else than reviews say. */
class UnreadableReviewsTest {
  private final ReviewFixture fixture = new ReviewFixture();

  @Test
  void objects_that_are_missing_or_others_are_denied_as_bad_requests() {
    fixture.limit("requests.nvidia.com/gpu=100");
    assertThat(problem(r -> r.add("object", JsonNull.INSTANCE)))
        .isEqualTo("the AdmissionReview can't be read: object: is missing");
    assertThat(problem(r -> r.getAsJsonObject("object").addProperty("kind", "Service")))
        .isEqualTo(
            "the AdmissionReview can't be read: object: is a Service of v1, not a Pod of v1 as"
                + " request.kind says");
    assertThat(problem(r -> r.getAsJsonObject("resource").addProperty("resource", "services")))
        .isEqualTo(
            "the AdmissionReview can't be read: object: is a Pod of v1, which is not of services");
    assertThat(problem(r -> r.addProperty("operation", "UPDATE")))
        .isEqualTo("the AdmissionReview can't be read: oldObject: is missing");
    assertThat(problem(r -> r.addProperty("operation", "EAT")))
        .isEqualTo("the AdmissionReview can't be read: operation: is \"EAT\"");
  }

  @Test
  void what_can_not_be_read_is_allowed_where_no_ledger_counts() {
    JsonObject review = CREATION.deepCopy();
    review.getAsJsonObject("request").add("object", JsonNull.INSTANCE);
    assertThat(isAllowed(fixture.answer(review))).isTrue();

    fixture.limit("requests.nvidia.com/gpu=100");
    assertThat(isAllowed(fixture.answer(review))).isFalse();
    review.getAsJsonObject("request").addProperty("namespace", "another");
    assertThat(isAllowed(fixture.answer(review))).isTrue();
    review.getAsJsonObject("request").add("namespace", new JsonArray());
    assertThat(isAllowed(fixture.answer(review))).as("it isn't known where").isFalse();
  }

  @Test
  void an_object_that_says_another_namespace_is_not_allowed_by_that() {
    fixture.limit("requests.nvidia.com/gpu=100");
    JsonObject review = CREATION.deepCopy();
    JsonObject request = review.getAsJsonObject("request");
    request.addProperty("namespace", "another");
    request.getAsJsonObject("object").addProperty("kind", "Service");

    assertThat(isAllowed(fixture.answer(review))).isFalse();
  }

  @Test
  void a_version_that_is_not_known_is_answered_in_its_own_with_a_bad_request() {
    JsonObject review = CREATION.deepCopy();
    review.addProperty("apiVersion", "admission.k8s.io/v2");

    JsonObject answer = fixture.answer(review);

    assertThat(answer.get("apiVersion").getAsString()).isEqualTo("admission.k8s.io/v2");
    assertThat(response(answer).get("uid"))
        .isEqualTo(CREATION.getAsJsonObject("request").get("uid"));
    assertThat(response(answer).getAsJsonObject("status").get("message").getAsString())
        .isEqualTo(
            "the AdmissionReview can't be read: it is of admission.k8s.io/v2, not of"
                + " admission.k8s.io/v1 or admission.k8s.io/v1beta1");
  }

  private String problem(Consumer<JsonObject> change) {
    JsonObject review = CREATION.deepCopy();
    change.accept(review.getAsJsonObject("request"));
    JsonObject response = response(fixture.answer(review));
    assertThat(response.get("allowed").getAsBoolean()).isFalse();
    assertThat(response.getAsJsonObject("status").get("code").getAsInt()).isEqualTo(400);
    return response.getAsJsonObject("status").get("message").getAsString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{}",
        "{\"kind\": \"AdmissionReview\", \"apiVersion\": \"admission.k8s.io/v2\"}",
        "{\"kind\": \"AdmissionReview\", \"apiVersion\": \"admission.k8s.io/v1\"}",
        "{\"kind\": \"AdmissionReview\", \"apiVersion\": \"admission.k8s.io/v1\", \"request\": 1}",
        "{\"kind\": \"AdmissionReview\", \"apiVersion\": \"admission.k8s.io/v1\","
            + " \"request\": {\"uid\": []}}"
      })
  void what_is_no_review_is_a_bad_request(String body) {
    assertThat(reply(fixture.store(), new TreeSet<>(), body).status()).isEqualTo(400);
  }
}
