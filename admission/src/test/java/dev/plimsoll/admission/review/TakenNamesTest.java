package dev.plimsoll.admission.review;

import static dev.plimsoll.admission.review.ReviewFixture.CREATION;
import static dev.plimsoll.admission.review.ReviewFixture.isAllowed;
import static dev.plimsoll.admission.review.ReviewFixture.response;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A creation that the API server will refuse for its name reserves nothing. */
class TakenNamesTest {
  private static final String NAME = CREATION.getAsJsonObject("request").get("name").getAsString();
  private static final Pod SEEN = PodBuilder.pod("capture", NAME).build();

  private final ReviewFixture fixture = new ReviewFixture();
  private final AtomicInteger lookups = new AtomicInteger();
  private Cluster cluster = ClusterFixture.cluster(SEEN);
  private ReviewSettings settings = ReviewSettings.DEFAULT;
  private TakenNames.Lookup lookup = object -> Optional.of(SEEN.metadata());

  TakenNamesTest() {
    fixture.limit("requests.nvidia.com/gpu=8");
  }

  private JsonObject answer(JsonObject review) {
    TakenNames names =
        new TakenNames(
            () -> cluster,
            object -> {
              lookups.incrementAndGet();
              return lookup.find(object);
            });
    return JsonParser.parseString(
            ReviewFixture.text(
                ReviewFixture.reply(
                    fixture.store(),
                    new TreeSet<>(Set.of("l")),
                    review.toString(),
                    settings,
                    new ReviewMetrics(new MetricsRegistry()),
                    names)))
        .getAsJsonObject();
  }

  private static JsonObject edited(Consumer<JsonObject> edit) {
    JsonObject review = CREATION.deepCopy();
    edit.accept(review.getAsJsonObject("request"));
    return review;
  }

  private static JsonObject metadata(JsonObject request) {
    return request.getAsJsonObject("object").getAsJsonObject("metadata");
  }

  private void isAdmittedAndReserved(JsonObject review) {
    assertThat(isAllowed(answer(review))).isTrue();
    assertThat(fixture.store().get("l").ledger().reservations()).hasSize(1);
  }

  private static JsonObject status(JsonObject answer) {
    return response(answer).getAsJsonObject("status");
  }

  @Test
  void a_creation_under_a_taken_name_is_answered_as_the_api_server_does() {
    JsonObject answer = answer(CREATION);

    assertThat(isAllowed(answer)).isFalse();
    assertThat(status(answer).get("code").getAsInt()).isEqualTo(409);
    assertThat(status(answer).get("reason").getAsString()).isEqualTo("AlreadyExists");
    assertThat(status(answer).get("message").getAsString())
        .isEqualTo("pods \"" + NAME + "\" already exists");
    assertThat(fixture.store().writes()).isZero();
  }

  /** Kubernetes asks its quota before its storage. */
  @Test
  void what_exceeds_a_quota_is_denied_for_that_under_a_taken_name_too() {
    fixture.limit("requests.nvidia.com/gpu=0");

    assertThat(status(answer(CREATION)).get("message").getAsString())
        .startsWith("exceeded quota: gpu");
  }

  @Test
  void an_object_that_is_being_deleted_keeps_its_name() {
    ObjectMeta deleted = PodBuilder.pod("capture", NAME).terminating().build().metadata();
    lookup = object -> Optional.of(deleted);

    assertThat(status(answer(CREATION)).get("message").getAsString())
        .isEqualTo("object is being deleted: pods \"" + NAME + "\" already exists");
  }

  /** The informer is late. */
  @Test
  void a_name_is_free_once_the_api_server_has_no_such_object() {
    lookup = object -> Optional.empty();

    isAdmittedAndReserved(CREATION);
  }

  @Test
  void an_api_server_that_does_not_say_changes_nothing() {
    lookup =
        object -> {
          throw new StatusException(403, "no");
        };
    isAdmittedAndReserved(CREATION);

    lookup =
        object -> {
          throw new UnreachableException("no");
        };
    assertThat(isAllowed(answer(CREATION))).isTrue();
  }

  @Test
  void nobody_is_asked_about_a_name_that_no_informer_has_seen() {
    cluster = ClusterFixture.cluster();

    isAdmittedAndReserved(CREATION);

    assertThat(lookups).hasValue(0);
  }

  @Test
  void a_server_side_apply_may_still_update_the_object() {
    isAdmittedAndReserved(
        edited(
            request ->
                metadata(request)
                    .add(
                        "managedFields",
                        JsonParser.parseString(
                            "[{\"manager\": \"m\", \"operation\": \"Apply\"}]"))));
  }

  @Test
  void the_api_server_tries_another_name_if_it_has_generated_the_name() {
    isAdmittedAndReserved(edited(r -> metadata(r).addProperty("generateName", "a-")));
  }

  @Test
  void a_dry_run_reserves_nothing_anyway() {
    assertThat(isAllowed(answer(edited(r -> r.addProperty("dryRun", true))))).isTrue();
    assertThat(lookups).hasValue(0);
  }

  @Test
  void in_the_mode_audit_nothing_is_denied() {
    settings = settings.withMode(ReviewMode.AUDIT);

    isAdmittedAndReserved(CREATION);
  }
}
