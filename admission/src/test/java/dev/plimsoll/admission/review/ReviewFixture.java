package dev.plimsoll.admission.review;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.admission.ledger.LedgerStore;
import dev.plimsoll.admission.ledger.MemoryLedgerStore;
import dev.plimsoll.admission.ledger.QuotaLedger;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.ObservedUsage;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The webhook without HTTP, and reviews that kube-apiserver 1.36.2 really sends, about the
 * namespace capture. {@code admission-reviews.json} was recorded from it (Apache License 2.0, The
 * Kubernetes Authors).
 */
final class ReviewFixture {
  static final List<JsonObject> RECORDED = recorded();
  static final JsonObject CREATION = RECORDED.get(0);

  private final MemoryLedgerStore store = new MemoryLedgerStore(true);

  private static List<JsonObject> recorded() {
    try (InputStream in = ReviewFixture.class.getResourceAsStream("admission-reviews.json")) {
      JsonArray reviews =
          JsonParser.parseString(new String(in.readAllBytes(), StandardCharsets.UTF_8))
              .getAsJsonArray();
      return reviews.asList().stream().map(JsonElement::getAsJsonObject).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  MemoryLedgerStore store() {
    return store;
  }

  /** Puts a ledger there by which requests in the namespace capture are decided. */
  void limit(String hard) {
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

  /** Returns what a review is answered. */
  JsonObject answer(JsonObject review) {
    Reply reply = reply(store, store.names(), review.toString());
    assertThat(reply.status()).isEqualTo(200);
    return JsonParser.parseString(text(reply)).getAsJsonObject();
  }

  static Reply reply(LedgerStore store, SortedSet<String> names, String body) {
    return reply(
        store, names, body, ReviewSettings.DEFAULT, new ReviewMetrics(new MetricsRegistry()));
  }

  static Reply reply(
      LedgerStore store,
      SortedSet<String> names,
      String body,
      ReviewSettings settings,
      ReviewMetrics metrics) {
    return reply(store, names, body, settings, metrics, TakenNames.none());
  }

  static Reply reply(
      LedgerStore store,
      SortedSet<String> names,
      String body,
      ReviewSettings settings,
      ReviewMetrics metrics,
      TakenNames takenNames) {
    ReviewRoutes routes =
        new ReviewRoutes(
            new Reserver(store, System::nanoTime),
            namespace -> namespace.equals("capture") ? names : new TreeSet<>(),
            ClusterFixture::cluster,
            Clock.fixed(ClusterFixture.NOW, ZoneOffset.UTC),
            settings,
            metrics,
            r -> () -> List.of("a word on " + r.object().name()),
            takenNames,
            new Askers(System::nanoTime));
    Call call =
        new Call(
            new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
            Map.of("timeout", "10s"),
            "");
    return routes.all().get(0).handler().apply(call);
  }

  /** Reserves what the recorded creation of a pod adds to the ledger. */
  static LedgerDecision reserve(Reserver reserver, Duration timeout) throws Exception {
    AdmissionRequest request =
        IncomingReview.read(
                new ByteArrayInputStream(CREATION.toString().getBytes(StandardCharsets.UTF_8)))
            .request()
            .orElseThrow();
    return reserver.reserve(
        ClusterFixture.cluster(),
        request,
        new TreeSet<>(Set.of("l")),
        ClusterFixture.NOW.plusSeconds(60),
        timeout);
  }

  static String text(Reply reply) {
    StringBuilder text = new StringBuilder();
    reply.body().forEach(b -> text.append(new String(b, StandardCharsets.UTF_8)));
    return text.toString();
  }

  static JsonObject response(JsonObject answer) {
    return answer.getAsJsonObject("response");
  }

  static boolean isAllowed(JsonObject answer) {
    return response(answer).get("allowed").getAsBoolean();
  }
}
