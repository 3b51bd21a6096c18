package dev.plimsoll.admission.review;

import static dev.plimsoll.admission.review.ReviewFixture.CREATION;
import static dev.plimsoll.admission.review.ReviewFixture.RECORDED;
import static dev.plimsoll.admission.review.ReviewFixture.isAllowed;
import static dev.plimsoll.admission.review.ReviewFixture.reply;
import static dev.plimsoll.admission.review.ReviewFixture.response;
import static dev.plimsoll.admission.review.ReviewFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.admission.ledger.LedgerStore;
import dev.plimsoll.admission.ledger.QuotaLedger;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What kube-apiserver 1.36.2 really sends, and what it takes for an answer. {@code
 * admission-reviews.json} was recorded from it (Apache License 2.0, The Kubernetes Authors).
 */
class RecordedReviewsTest {
  private final ReviewFixture fixture = new ReviewFixture();

  @Test
  void every_recorded_review_is_answered_with_its_uid_and_version() {
    fixture.limit(
        "requests.nvidia.com/gpu=100,requests.cpu=100,services=9,persistentvolumeclaims=9");
    for (JsonObject review : RECORDED) {
      JsonObject answer = fixture.answer(review);

      assertThat(answer.get("apiVersion")).isEqualTo(review.get("apiVersion"));
      assertThat(answer.get("kind")).isEqualTo(review.get("kind"));
      assertThat(response(answer).keySet())
          .isSubsetOf("uid", "allowed", "auditAnnotations", "warnings");
      assertThat(response(answer).get("uid"))
          .isEqualTo(review.getAsJsonObject("request").get("uid"));
      assertThat(isAllowed(answer)).isTrue();
    }
  }

  @Test
  void recorded_reviews_reserve_what_they_add() {
    fixture.limit(
        "requests.nvidia.com/gpu=100,requests.cpu=100,services=9,persistentvolumeclaims=9");
    List<String> reserved = new ArrayList<>();
    for (JsonObject review : RECORDED) {
      fixture.answer(review);
      Resources now = fixture.store().get("l").ledger().reserved();
      reserved.add(
          Stream.of("requests.cpu", "requests.nvidia.com/gpu", "services", "persistentvolumeclaims")
              .map(key -> now.getOrZero(ResourceName.of(key)).toString())
              .collect(Collectors.joining(" ")));
    }

    assertThat(reserved)
        .containsExactly(
            "1 1 0 0", // a pod
            "2 2 0 0", // one with a generated name
            "3 3 0 0", "3 3 0 0", // a dry run
            "4 3 0 0", // a resize from 1 CPU to 2
            "4 3 0 0", // an update
            "4 3 1 0", // a service
            "4 3 1 1", // a claim
            "4 3 1 1", // a binding
            "4 3 1 1", // deletions
            "4 3 1 1");
  }

  @Test
  void what_exceeds_a_limit_is_denied_as_by_the_built_in_plug_in() {
    fixture.limit("requests.nvidia.com/gpu=1");
    assertThat(isAllowed(fixture.answer(CREATION))).isTrue();

    JsonObject denied = response(fixture.answer(RECORDED.get(2)));

    assertThat(denied.get("allowed").getAsBoolean()).isFalse();
    assertThat(denied.getAsJsonObject("status"))
        .isEqualTo(
            JsonParser.parseString(
                """
                {"code": 403, "reason": "Forbidden", "message": "exceeded quota: gpu, requested: \
                requests.nvidia.com/gpu=1, used: requests.nvidia.com/gpu=1, limited: \
                requests.nvidia.com/gpu=1. Quota gpu binds, with 0 of requests.nvidia.com/gpu \
                left. What helps: to wait until enough is given back, or to raise quota gpu to \
                requests.nvidia.com/gpu=2."}"""));
    assertThat(denied.get("auditAnnotations"))
        .isEqualTo(JsonParser.parseString("{\"decision\": \"denied\"}"));
    assertThat(isAllowed(fixture.answer(CREATION))).as("the same object again").isTrue();
  }

  @Test
  void what_is_admitted_is_audited_with_what_it_is_charged_and_warned_of() {
    fixture.limit("requests.nvidia.com/gpu=1");

    JsonObject admitted = response(fixture.answer(CREATION));

    assertThat(admitted.get("auditAnnotations"))
        .isEqualTo(
            JsonParser.parseString(
                """
                {"decision": "admitted", "charges": "l: requests.nvidia.com/gpu=1"}"""));
    assertThat(admitted.get("warnings")).isEqualTo(JsonParser.parseString("[\"a word on p0\"]"));
  }

  @Test
  void a_dry_run_reserves_nothing() {
    fixture.limit("requests.nvidia.com/gpu=1");
    JsonObject review = RECORDED.get(3);
    assertThat(review.getAsJsonObject("request").get("dryRun").getAsBoolean()).isTrue();

    assertThat(isAllowed(fixture.answer(review))).isTrue();
    assertThat(fixture.store().writes()).isZero();
  }

  @Test
  void namespaces_without_ledgers_are_allowed() {
    assertThat(isAllowed(fixture.answer(CREATION))).isTrue();
  }

  @Test
  void the_older_version_is_answered_in_its_own() {
    JsonObject review = CREATION.deepCopy();
    review.addProperty("apiVersion", "admission.k8s.io/v1beta1");

    assertThat(fixture.answer(review).get("apiVersion").getAsString())
        .isEqualTo("admission.k8s.io/v1beta1");
  }

  @Test
  void what_cannot_be_reserved_is_denied_without_saying_why() {
    LedgerStore silent =
        new LedgerStore() {
          @Override
          public Optional<QuotaLedger> read(String name) {
            throw new UnreachableException("no answer");
          }

          @Override
          public Optional<QuotaLedger> replace(QuotaLedger ledger) {
            throw new UnreachableException("no answer");
          }
        };

    JsonObject answer =
        JsonParser.parseString(
                text(reply(silent, new TreeSet<>(List.of("l")), CREATION.toString())))
            .getAsJsonObject();

    assertThat(isAllowed(answer)).isFalse();
    assertThat(response(answer).getAsJsonObject("status"))
        .isEqualTo(
            JsonParser.parseString(
                """
                {"code": 503, "reason": "ServiceUnavailable", "message": "quota can't be checked \
                at present: try again"}"""));
  }
}
