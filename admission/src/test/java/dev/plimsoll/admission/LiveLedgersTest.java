package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.Await;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Ledgers follow their quota and what exists, on an API server over HTTP. */
class LiveLedgersTest extends StrictTeam {
  @Test
  void a_ledger_follows_its_quota() throws Exception {
    limit(1);
    assertThat(cluster.createPod("team", "a", 2)).startsWith(DENIED);

    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '2', 'pods': '1'");

    Await.until("pods are counted", () -> cluster.amount("used", "pods").equals("0"));
    assertThat(cluster.createPod("team", "a", 2)).isEmpty();
    assertThat(cluster.createPod("team", "b", 0)).startsWith(DENIED + "exceeded quota: gpus");
  }

  @Test
  void objects_of_any_kind_are_counted_that_a_key_names() throws Exception {
    cluster.quota("team", "objects", "'count/configmaps': '1', 'services': '1'");
    cluster.start();
    Await.until("it is counted", () -> cluster.amount("used", "count/configmaps").equals("0"));
    String path = "/api/v1/namespaces/team/configmaps";

    assertThat(
            cluster.create(
                path, "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'a'}}"))
        .isEmpty();
    Await.until("it is observed", () -> cluster.amount("used", "count/configmaps").equals("1"));
    assertThat(
            cluster.create(
                path, "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'b'}}"))
        .startsWith(
            DENIED
                + "exceeded quota: objects, requested: count/configmaps=1, used:"
                + " count/configmaps=1, limited: count/configmaps=1. Quota objects");
  }

  @Test
  void without_the_label_there_is_no_ledger_any_more() throws Exception {
    limit(1);
    cluster.put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team'}}");

    Await.until("the ledger is gone", () -> cluster.ledger().isEmpty());
    assertThat(cluster.createPod("team", "a", 2)).isEmpty();
  }

  /** This replica leads, and its watch is late: another replica led before, and knew more. */
  @Test
  void limits_that_are_newer_than_what_the_leader_has_seen_stay() throws Exception {
    limit(1);
    respecify(
        spec -> {
          spec.getAsJsonObject("hard").addProperty(GPU, "2");
          spec.addProperty("limitsVersion", "9000000");
        });

    Await.stays("the limit is 2", Duration.ofSeconds(1), () -> spec("hard").contains("\"2\""));
  }

  @Test
  void a_ledger_of_an_older_plimsoll_gets_the_version_of_its_limits() throws Exception {
    limit(1);
    String version = spec("limitsVersion");
    respecify(spec -> spec.remove("limitsVersion"));

    Await.until("there is a version", () -> spec("limitsVersion").equals(version));
    assertThat(version).matches("\"[1-9][0-9]*\"");
  }

  @Test
  void a_ledger_has_the_limits_of_its_quota_again_after_an_edit() throws Exception {
    limit(1);
    respecify(spec -> spec.getAsJsonObject("hard").addProperty(GPU, "2"));

    Await.until("the limit is 1", () -> spec("hard").contains("\"1\""));
  }

  /** Edits the spec of the only ledger. */
  private void respecify(Consumer<JsonObject> edit) {
    cluster
        .server()
        .objects()
        .change(
            "plimsoll.dev/v1alpha1",
            "QuotaLedger",
            "",
            name(),
            ledger -> {
              edit.accept(ledger.getAsJsonObject("spec"));
              return ledger;
            });
  }

  private String spec(String field) {
    return String.valueOf(cluster.ledger().orElseThrow().getAsJsonObject("spec").get(field));
  }

  @Test
  void a_ledger_that_was_deleted_or_edited_to_nonsense_is_made_anew() throws Exception {
    limit(2);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    awaitUsed(1);
    String name = name();

    cluster.server().objects().remove("plimsoll.dev/v1alpha1", "QuotaLedger", "", name);
    awaitUsed(1);
    cluster
        .server()
        .objects()
        .change(
            "plimsoll.dev/v1alpha1",
            "QuotaLedger",
            "",
            name,
            ledger -> {
              ledger.getAsJsonObject("status").addProperty("formatVersion", "nonsense");
              return ledger;
            });
    Await.until(
        "the ledger has its limits again",
        () ->
            cluster
                .ledger()
                .map(l -> l.getAsJsonObject("status").get("formatVersion").getAsString())
                .orElse("")
                .equals("1"));
    awaitUsed(1);

    assertThat(cluster.createPod("team", "b", 2)).startsWith(DENIED + "exceeded quota: gpus");
    assertThat(cluster.createPod("team", "b", 1)).isEmpty();
  }

  /** Another leader listed services later; nothing has changed any since. */
  @Test
  void a_leader_that_listed_an_idle_kind_earlier_than_the_last_one_goes_on_at_once()
      throws Exception {
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '1', 'services': '1'");
    cluster.start();
    awaitUsed(0);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    awaitUsed(1);
    for (int i = 0; i < 100; i++) {
      cluster.strictNamespace("later");
    }
    String newer = Long.toString(cluster.server().objects().resourceVersion());
    cluster
        .server()
        .objects()
        .change(
            "plimsoll.dev/v1alpha1",
            "QuotaLedger",
            "",
            name(),
            ledger -> {
              ledger
                  .getAsJsonObject("status")
                  .getAsJsonObject("versions")
                  .addProperty("services", newer);
              return ledger;
            });

    long began = System.nanoTime();
    cluster.server().objects().remove("v1", "Pod", "team", "a");

    awaitUsed(0);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
  }

  private String name() {
    return cluster.ledger().orElseThrow().getAsJsonObject("metadata").get("name").getAsString();
  }
}
