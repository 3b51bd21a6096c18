package dev.plimsoll.admission.review;

import static dev.plimsoll.admission.review.ReviewFixture.CREATION;
import static dev.plimsoll.admission.review.ReviewFixture.isAllowed;
import static dev.plimsoll.admission.review.ReviewFixture.response;
import static dev.plimsoll.admission.review.ReviewFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.admission.ledger.MemoryLedgerStore;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** In the mode Audit the webhook denies no request, and tells which it would have denied. */
class AuditedReviewsTest {
  private static final ReviewSettings AUDIT = ReviewSettings.DEFAULT.withMode(ReviewMode.AUDIT);

  private final ReviewFixture fixture = new ReviewFixture();
  private final MetricsRegistry registry = new MetricsRegistry();

  private JsonObject answer(MemoryLedgerStore store, JsonObject review) {
    String text =
        text(
            ReviewFixture.reply(
                store,
                new TreeSet<>(Set.of("l")),
                review.toString(),
                AUDIT,
                new ReviewMetrics(registry)));
    return JsonParser.parseString(text).getAsJsonObject();
  }

  private static String annotation(JsonObject answer, String name) {
    return response(answer).getAsJsonObject("auditAnnotations").get(name).getAsString();
  }

  @Test
  void what_exceeds_a_quota_is_allowed_counted_and_told() {
    fixture.limit("requests.nvidia.com/gpu=0");

    JsonObject answer = answer(fixture.store(), CREATION);

    assertThat(isAllowed(answer)).isTrue();
    assertThat(annotation(answer, "decision")).isEqualTo("would be denied");
    assertThat(annotation(answer, "reason")).startsWith("exceeded quota: gpu, requested: ");
    assertThat(response(answer).has("warnings")).isFalse();
    assertThat(denials()).containsExactly("exceeded audit capture gpu");
  }

  private List<String> denials() {
    return registry.scrape().stream()
        .filter(m -> m.getMetadata().getName().equals("plimsoll_admission_denials"))
        .flatMap(m -> m.getDataPoints().stream())
        .map(p -> p.getLabels())
        .map(
            l ->
                l.get("reason")
                    + " "
                    + l.get("mode")
                    + " "
                    + l.get("namespace")
                    + " "
                    + l.get("quota"))
        .toList();
  }

  @Test
  void what_fits_is_reserved() {
    fixture.limit("requests.nvidia.com/gpu=100");

    assertThat(annotation(answer(fixture.store(), CREATION), "decision")).isEqualTo("admitted");
    assertThat(fixture.store().get("l").ledger().reservations()).hasSize(1);
  }

  @Test
  void what_cannot_be_decided_on_is_allowed() {
    JsonObject answer = answer(new MemoryLedgerStore(true), CREATION);

    assertThat(isAllowed(answer)).isTrue();
    assertThat(annotation(answer, "decision")).isEqualTo("undecided");
  }

  @Test
  void what_cannot_be_read_is_allowed() {
    fixture.limit("requests.nvidia.com/gpu=100");
    JsonObject unreadable = CREATION.deepCopy();
    unreadable.getAsJsonObject("request").remove("object");

    assertThat(isAllowed(answer(fixture.store(), unreadable))).isTrue();
  }
}
