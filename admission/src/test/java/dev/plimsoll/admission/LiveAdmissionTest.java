package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.admission.controller.ControllerSettings;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.admission.review.Undecided;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.testkit.faults.FailureMode;
import dev.plimsoll.testkit.faults.ListFault;
import dev.plimsoll.testkit.plane.Await;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The role on an API server over HTTP, whose clock and ticker go on. */
class LiveAdmissionTest {
  private static final String GPU = "requests.nvidia.com/gpu";
  private static final String DENIED =
      "403 admission webhook \"quota.plimsoll.dev\" denied the request: ";

  private static final String REVIEW =
      """
      {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u",
        "kind": {"group": "", "version": "v1", "kind": "Pod"},
        "resource": {"group": "", "version": "v1", "resource": "pods"}, "operation": "CREATE",
        "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "team", "name": "a",
            "uid": "a"},
          "spec": {"containers": [{"name": "c", "resources": {"requests": {"nvidia.com/gpu":
            "1"}}}]}}}}""";

  @TempDir private static Path folder;

  private final AdmissionCluster cluster = new AdmissionCluster(folder);

  @BeforeEach
  void label() {
    cluster.strictNamespace("team");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void limit(int gpus) throws Exception {
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '" + gpus + "'");
    cluster.start();
    awaitUsed(0);
  }

  private void awaitUsed(int gpus) throws Exception {
    Await.until(
        "the ledger says that " + gpus + " are used and none reserved",
        () ->
            cluster.amount("used", GPU).equals(Integer.toString(gpus))
                && cluster.amount("reserved", GPU).equals("0"));
  }

  @Test
  void what_exceeds_a_quota_is_denied_in_the_words_of_the_built_in_plug_in() throws Exception {
    limit(2);

    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    assertThat(cluster.createPod("team", "b", 1)).isEmpty();
    assertThat(cluster.createPod("team", "c", 1))
        .startsWith(
            DENIED
                + "exceeded quota: gpus, requested: requests.nvidia.com/gpu=1, used:"
                + " requests.nvidia.com/gpu=2, limited: requests.nvidia.com/gpu=2. Quota gpus");
    awaitUsed(2);
    assertThat(cluster.createPod("team", "c", 1)).startsWith(DENIED + "exceeded quota: gpus");
  }

  @Test
  void what_a_deleted_pod_used_is_given_away_again() throws Exception {
    limit(1);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    awaitUsed(1);

    cluster.server().objects().remove("v1", "Pod", "team", "a");

    awaitUsed(0);
    assertThat(cluster.createPod("team", "b", 1)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"EMPTY", "HALF", "WITHOUT_ITEMS", "OTHER_KIND", "STATUS"})
  void ledgers_stay_as_they_are_whatever_a_list_says(ListFault fault) throws Exception {
    limit(1);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    awaitUsed(1);
    String kinds = "/(pods|resourcequotas|namespaces)[?]limit";
    for (String resource : List.of("pods", "resourcequotas", "namespaces")) {
      cluster.server().faults().lists(1, "/" + resource + "[?]limit", fault);
    }
    cluster.server().faults().lists(Integer.MAX_VALUE, kinds, ListFault.WITHOUT_ITEMS);
    long lists = lists();

    Await.until("all are listed twice", () -> areListed(lists + 6));
    Await.stays(
        "one is used", Duration.ofSeconds(1), () -> cluster.amount("used", GPU).equals("1"));
    assertThat(cluster.createPod("team", "b", 1)).startsWith(DENIED + "exceeded quota: gpus");

    cluster.server().faults().reset();
    Await.until("all are listed", () -> lists() >= lists + 9);
    Await.stays(
        "one is used", Duration.ofSeconds(1), () -> cluster.amount("used", GPU).equals("1"));
  }

  /** Has the watches listed again that are open; returns whether there were as many lists. */
  private boolean areListed(long lists) {
    cluster.server().faults().expireWatches();
    return lists() >= lists;
  }

  private long lists() {
    return cluster.server().calls().stream()
        .filter(c -> c.matches("GET /api/v1/(pods|resourcequotas|namespaces)[?]limit.*"))
        .count();
  }

  @Test
  void a_pod_that_is_deleted_before_the_next_resync_keeps_nothing_reserved() throws Exception {
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '1'");
    Duration anHour = Duration.ofHours(1);
    cluster.start(new ReviewSettings(Duration.ofSeconds(2), anHour, Undecided.DENY), false);
    awaitUsed(0);

    for (int i = 0; i < 30; i++) {
      String name = "short-" + i;
      assertThat(cluster.createPod("team", name, 1)).isEmpty();
      cluster.server().objects().remove("v1", "Pod", "team", name);
      awaitUsed(0);
    }
  }

  @Test
  void what_a_terminating_pod_holds_is_not_given_away_however_late_it_is() throws Exception {
    limit(1);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    cluster
        .server()
        .objects()
        .change(
            "v1",
            "Pod",
            "team",
            "a",
            pod -> {
              JsonObject metadata = pod.getAsJsonObject("metadata");
              metadata.addProperty("deletionTimestamp", "2020-01-01T00:00:00Z");
              metadata.addProperty("deletionGracePeriodSeconds", 30);
              return pod;
            });
    awaitUsed(1);

    assertThat(cluster.createPod("team", "b", 1)).startsWith(DENIED + "exceeded quota: gpus");
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
    String name =
        cluster.ledger().orElseThrow().getAsJsonObject("metadata").get("name").getAsString();
    cluster
        .server()
        .objects()
        .change(
            "plimsoll.dev/v1alpha1",
            "QuotaLedger",
            "",
            name,
            ledger -> {
              edit.accept(ledger.getAsJsonObject("spec"));
              return ledger;
            });
  }

  private String spec(String field) {
    return String.valueOf(cluster.ledger().orElseThrow().getAsJsonObject("spec").get(field));
  }

  private static final String LATER =
      """
      {'apiVersion': 'admissionregistration.k8s.io/v1', 'kind': 'ValidatingWebhookConfiguration',
       'metadata': {'name': 'zzz'}, 'webhooks': [{'name': 'later.example.com',
         'failurePolicy': 'Fail', 'sideEffects': 'None', 'admissionReviewVersions': ['v1'],
         'clientConfig': {'url': 'http://127.0.0.1:1/'}, 'timeoutSeconds': 1,
         'rules': [{'operations': ['CREATE'], 'apiGroups': [''], 'apiVersions': ['v1'],
           'resources': ['pods']}]}]}
      """;

  private void isDeniedByALaterWebhook(String pod) {
    cluster.put(LATER);
    assertThat(cluster.createPod("team", pod, 1)).startsWith("500 ");
    assertThat(cluster.amount("reserved", GPU)).isEqualTo("1");
    cluster
        .server()
        .objects()
        .remove("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "", "zzz");
  }

  @Test
  void what_a_later_webhook_denied_is_given_back_when_it_expires() throws Exception {
    limit(1);
    isDeniedByALaterWebhook("a");

    cluster.forward(Duration.ofMinutes(2));

    awaitUsed(0);
  }

  @Test
  void what_a_later_webhook_denied_yields_to_whoever_needs_it() throws Exception {
    limit(1);
    isDeniedByALaterWebhook("a");

    Await.until("there is room", () -> cluster.createPod("team", "b", 1).isEmpty());

    awaitUsed(1);
    assertThat(cluster.createPod("team", "c", 1)).startsWith(DENIED + "exceeded quota: gpus");
  }

  @Test
  void what_a_name_that_exists_was_refused_for_yields_to_whoever_needs_it() throws Exception {
    limit(2);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    assertThat(cluster.createPod("team", "a", 1)).startsWith("409 ");

    Await.until("there is room", () -> cluster.createPod("team", "b", 1).isEmpty());

    awaitUsed(2);
  }

  /** A day is longer than any test waits. */
  private static final ControllerSettings PATIENT =
      new ControllerSettings(
          Duration.ofMillis(20),
          Duration.ofMillis(300),
          Duration.ofDays(1),
          Clock.systemUTC(),
          Ticker.SYSTEM);

  @Test
  void a_quota_that_is_new_is_known_at_once_though_requests_may_take_long() throws Exception {
    cluster.start(PATIENT);
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '1'");

    awaitUsed(0);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    assertThat(cluster.createPod("team", "b", 1)).startsWith(DENIED + "exceeded quota: gpus");
  }

  @Test
  void a_request_waits_for_the_ledger_of_a_quota_that_is_new() throws Exception {
    cluster.start(PATIENT);
    Await.until("pods are let in", () -> cluster.createPod("team", "first", 1).isEmpty());
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '2'");

    Await.until("there is a ledger", () -> cluster.ledger().isPresent());
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    assertThat(cluster.createPod("team", "b", 1)).startsWith(DENIED + "exceeded quota: gpus");
  }

  @Test
  void what_a_quota_does_not_count_never_waits_for_its_ledger() throws Exception {
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '1'");
    cluster.start(PATIENT);

    assertThat(cluster.createPod("team", "a", 1)).contains("status unknown for quota");
    assertThat(createPodWithoutGpus("b")).isEmpty();
    cluster.server().faults().fail(Integer.MAX_VALUE, "quotaledgers", FailureMode.UNAVAILABLE);
    assertThat(createPodWithoutGpus("c")).isEmpty();
    cluster.server().faults().reset();
  }

  private String createPodWithoutGpus(String name) {
    return cluster.create(
        "/api/v1/namespaces/team/pods",
        "{'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': '"
            + name
            + "'}, 'spec':"
            + " {'containers': [{'name': 'c', 'image': 'i'}]}}");
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
        "it is written anew",
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

  private String name() {
    return cluster.ledger().orElseThrow().getAsJsonObject("metadata").get("name").getAsString();
  }

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
  void without_the_label_there_is_no_ledger_any_more() throws Exception {
    limit(1);
    cluster.put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team'}}");

    Await.until("the ledger is gone", () -> cluster.ledger().isEmpty());
    assertThat(cluster.createPod("team", "a", 2)).isEmpty();
  }

  @Test
  void in_a_namespace_labelled_audit_nothing_is_denied_until_the_label_says_so() throws Exception {
    audited();
    limit(1);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();

    assertThat(cluster.createPod("team", "b", 1)).isEmpty();
    awaitUsed(2);

    cluster.strictNamespace("team");
    Await.until(
        "it denies", () -> cluster.createPod("team", "c", 1).startsWith(DENIED + "exceeded quota"));
    audited();
    Await.until("it denies no more", () -> cluster.createPod("team", "d", 1).isEmpty());
  }

  private void audited() {
    cluster.put(
        "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team', 'labels':"
            + " {'plimsoll.dev/strict': 'audit'}}}");
  }

  @Test
  void requests_are_answered_in_time_though_the_API_server_is_silent() throws Exception {
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '1'");
    int port =
        cluster.start(
            new ReviewSettings(Duration.ofMillis(300), Duration.ofMinutes(1), Undecided.ALLOW),
            false);
    awaitUsed(0);
    cluster.server().faults().latency(Duration.ofSeconds(20));

    JsonObject response =
        JsonParser.parseString(AdmissionCluster.review(port, REVIEW)).getAsJsonObject();

    assertThat(response.getAsJsonObject("response"))
        .isEqualTo(
            JsonParser.parseString(
                """
                {"uid": "u", "allowed": true, "warnings": ["quota can't be checked at present: \
                nothing is reserved for this request"], "auditAnnotations": \
                {"decision": "undecided"}}"""));
    cluster.server().faults().reset();
  }

  @Test
  void nothing_is_ready_before_the_ledgers_were_read() throws Exception {
    int port = cluster.start();

    Await.until("it is ready", () -> AdmissionCluster.ready(port) == 200);
    assertThat(cluster.server().calls())
        .anyMatch(c -> c.startsWith("GET /apis/plimsoll.dev/v1alpha1/quotaledgers"));
  }
}
