package dev.plimsoll.admission.review;

import static dev.plimsoll.model.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.admission.ledger.LedgerStore;
import dev.plimsoll.admission.ledger.MemoryLedgerStore;
import dev.plimsoll.admission.ledger.QuotaLedger;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.model.fixtures.ClusterFixture;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.ObservedUsage;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.ResourceQuotaSpec;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What kube-apiserver 1.36.2 really sends, and what it takes for an answer. {@code
 * admission-reviews.json} was recorded from it (Apache License 2.0, The Kubernetes Authors).
 */
class RecordedReviewsTest {
  private static final List<JsonObject> RECORDED = recorded();
  private static final JsonObject CREATION = RECORDED.get(0);

  private final MemoryLedgerStore store = new MemoryLedgerStore(true);

  private static List<JsonObject> recorded() {
    try (InputStream in = RecordedReviewsTest.class.getResourceAsStream("admission-reviews.json")) {
      JsonArray reviews =
          JsonParser.parseString(new String(in.readAllBytes(), StandardCharsets.UTF_8))
              .getAsJsonArray();
      return reviews.asList().stream().map(JsonElement::getAsJsonObject).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void every_recorded_review_is_answered_with_its_uid_and_version() {
    limit("requests.nvidia.com/gpu=100,requests.cpu=100,services=9,persistentvolumeclaims=9");
    for (JsonObject review : RECORDED) {
      JsonObject answer = answer(review);

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
    limit("requests.nvidia.com/gpu=100,requests.cpu=100,services=9,persistentvolumeclaims=9");
    List<String> reserved = new ArrayList<>();
    for (JsonObject review : RECORDED) {
      answer(review);
      Resources now = store.get("l").ledger().reserved();
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
    limit("requests.nvidia.com/gpu=1");
    assertThat(isAllowed(answer(CREATION))).isTrue();

    JsonObject denied = response(answer(RECORDED.get(2)));

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
    assertThat(isAllowed(answer(CREATION))).as("the same object again").isTrue();
  }

  @Test
  void what_is_admitted_is_audited_with_what_it_is_charged_and_warned_of() {
    limit("requests.nvidia.com/gpu=1");

    JsonObject admitted = response(answer(CREATION));

    assertThat(admitted.get("auditAnnotations"))
        .isEqualTo(
            JsonParser.parseString(
                """
                {"decision": "admitted", "charges": "l: requests.nvidia.com/gpu=1"}"""));
    assertThat(admitted.get("warnings")).isEqualTo(JsonParser.parseString("[\"a word on p0\"]"));
  }

  @Test
  void a_dry_run_reserves_nothing() {
    limit("requests.nvidia.com/gpu=1");
    JsonObject review = RECORDED.get(3);
    assertThat(review.getAsJsonObject("request").get("dryRun").getAsBoolean()).isTrue();

    assertThat(isAllowed(answer(review))).isTrue();
    assertThat(store.writes()).isZero();
  }

  @Test
  void namespaces_without_ledgers_are_allowed() {
    assertThat(isAllowed(answer(CREATION))).isTrue();
  }

  @Test
  void the_older_version_is_answered_in_its_own() {
    JsonObject review = CREATION.deepCopy();
    review.addProperty("apiVersion", "admission.k8s.io/v1beta1");

    assertThat(answer(review).get("apiVersion").getAsString())
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

  @Test
  void objects_that_are_missing_or_others_are_denied_as_bad_requests() {
    limit("requests.nvidia.com/gpu=100");
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
    assertThat(isAllowed(answer(review))).isTrue();

    limit("requests.nvidia.com/gpu=100");
    assertThat(isAllowed(answer(review))).isFalse();
    review.getAsJsonObject("request").addProperty("namespace", "another");
    assertThat(isAllowed(answer(review))).isTrue();
    review.getAsJsonObject("request").add("namespace", new JsonArray());
    assertThat(isAllowed(answer(review))).as("it isn't known where").isFalse();
  }

  @Test
  void an_object_that_says_another_namespace_is_not_allowed_by_that() {
    limit("requests.nvidia.com/gpu=100");
    JsonObject review = CREATION.deepCopy();
    JsonObject request = review.getAsJsonObject("request");
    request.addProperty("namespace", "another");
    request.getAsJsonObject("object").addProperty("kind", "Service");

    assertThat(isAllowed(answer(review))).isFalse();
  }

  @Test
  void a_version_that_is_not_known_is_answered_in_its_own_with_a_bad_request() {
    JsonObject review = CREATION.deepCopy();
    review.addProperty("apiVersion", "admission.k8s.io/v2");

    JsonObject answer = answer(review);

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
    JsonObject response = response(answer(review));
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
    assertThat(reply(store, new TreeSet<>(), body).status()).isEqualTo(400);
  }

  private void limit(String hard) {
    Resources zeros = list(hard.replaceAll("=[0-9]+", "=0"));
    Ledger ledger =
        Ledger.of("gpu", ResourceQuotaSpec.of(list(hard)))
            .resynced(
                new ObservedUsage(
                    new TreeMap<>(Map.of("capture", zeros)),
                    new TreeMap<>(Map.of(new GroupResource("", "pods"), "100"))),
                r -> true);
    store.put(new QuotaLedger("l", "u", "1", ledger));
  }

  private JsonObject answer(JsonObject review) {
    Reply reply = reply(store, store.names(), review.toString());
    assertThat(reply.status()).isEqualTo(200);
    return JsonParser.parseString(text(reply)).getAsJsonObject();
  }

  private static Reply reply(LedgerStore store, SortedSet<String> names, String body) {
    ReviewRoutes routes =
        new ReviewRoutes(
            new Reserver(store, System::nanoTime),
            namespace -> namespace.equals("capture") ? names : new TreeSet<>(),
            ClusterFixture::cluster,
            Clock.fixed(ClusterFixture.NOW, ZoneOffset.UTC),
            ReviewSettings.DEFAULT,
            new ReviewMetrics(new PrometheusRegistry()),
            r -> () -> List.of("a word on " + r.object().name()));
    Call call =
        new Call(
            new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
            Map.of("timeout", "10s"),
            "");
    return routes.all().get(0).handler().apply(call);
  }

  private static String text(Reply reply) {
    StringBuilder text = new StringBuilder();
    reply.body().forEach(b -> text.append(new String(b, StandardCharsets.UTF_8)));
    return text.toString();
  }

  private static JsonObject response(JsonObject answer) {
    return answer.getAsJsonObject("response");
  }

  private static boolean isAllowed(JsonObject answer) {
    return response(answer).get("allowed").getAsBoolean();
  }
}
