package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.MatchResources;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.WebhookConfiguration.ServiceReference;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.Evidence;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RecordedVerdictTest {
  private static final Instant MADE = Instant.parse("2026-01-31T10:00:00Z");
  private static final Instant SAID = Instant.parse("2026-01-31T11:00:00Z");
  private static final String REJECTED = "0/1 nodes are available: 1 node(s) are on a lunch break.";
  private static final String DENIED =
      "Error creating: admission webhook \"budget.example.com\" denied the request: no budget";

  private static Simulation simulation(ApiObject... objects) {
    return Simulation.of(
        Cluster.builder(SAID).complete().addAll(List.of(objects)).build(),
        AdmissionChain.standard(),
        DefaultPlugins.scheduler());
  }

  private static ApiObject nodeMadeAt(Instant time) {
    return node("a")
        .has("cpu", "4")
        .build()
        .withMetadata(ObjectMeta.builder().name("a").creationTimestamp(Optional.of(time)).build());
  }

  private static Pod rejected(Optional<Instant> since) {
    Pod pod = PodBuilder.pod("team", "p").requests("cpu", "1").build();
    return pod.withStatus(
        pod.status()
            .withConditions(
                List.of(new Condition("PodScheduled", "False", "Unschedulable", REJECTED, since))));
  }

  private static Workload owner() {
    Pod pod = PodBuilder.pod("team", "p").requests("cpu", "1").build();
    return new Workload(
        ObjectMeta.builder()
            .namespace("team")
            .name("set")
            .creationTimestamp(Optional.of(MADE))
            .build(),
        new GroupVersionKind("apps", "v1", "ReplicaSet"),
        new GroupResource("apps", "replicasets"),
        List.of(
            new Workload.PodTemplate(
                "spec.template", ObjectMeta.builder().build(), pod.spec(), OptionalInt.of(1))),
        List.of(),
        false);
  }

  private static Event refused() {
    return refused(DENIED);
  }

  private static Event refused(String message) {
    return refused(message, "");
  }

  private static Event refused(String message, String uid) {
    return new Event(
        ObjectMeta.of("team", "set.1"),
        new ObjectReference("ReplicaSet", "team", "set", uid),
        "",
        "Warning",
        "FailedCreate",
        message,
        Optional.empty(),
        Optional.of(SAID),
        3);
  }

  private static WebhookConfiguration webhook() {
    return new WebhookConfiguration(
        ObjectMeta.of("", "budgets"),
        WebhookConfiguration.VALIDATING,
        WebhookConfiguration.VALIDATING_RESOURCE,
        List.of(
            new WebhookConfiguration.Webhook(
                "budget.example.com",
                new MatchResources(
                    new LabelSelector(Map.of(), List.of()),
                    new LabelSelector(Map.of(), List.of()),
                    List.of(),
                    List.of()),
                "Fail",
                10,
                Optional.of(new ServiceReference("policies", "budgets")))));
  }

  private static Explanation ofOwner(Simulation simulation) {
    return Explainer.ofWorkload(
        simulation,
        simulation
            .workloads()
            .workloadOf(new ObjectReference("ReplicaSet", "team", "set", ""))
            .orElseThrow());
  }

  @Test
  void what_the_scheduler_said_after_all_that_changed_is_the_answer() {
    Pod pod = rejected(Optional.of(SAID));

    Explanation explanation = Explainer.ofPod(simulation(nodeMadeAt(MADE), pod), pod);

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Unschedulable);
    assertThat(explanation.worst().message()).isEqualTo(REJECTED);
    assertThat(explanation.worst().notes())
        .satisfiesExactly(
            n -> assertThat(n).contains("says otherwise than the model", REJECTED, SAID.toString()),
            n -> assertThat(n).isEqualTo("the model says that it would get a node"),
            n -> assertThat(n).startsWith("probable cause: "));
  }

  @Test
  void what_the_scheduler_said_before_a_node_came_is_told_and_not_taken_for_the_answer() {
    Pod pod = rejected(Optional.of(MADE));

    Explanation explanation = Explainer.ofPod(simulation(nodeMadeAt(SAID), pod), pod);

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Placeable);
    assertThat(explanation.worst().notes())
        .satisfiesExactly(
            n ->
                assertThat(n)
                    .isEqualTo(
                        "kube-scheduler has yet to try again: node/a changed at "
                            + SAID
                            + ", and the last attempt was at "
                            + MADE),
            n -> assertThat(n).isEqualTo("it tries again by 2026-01-31T11:05:30Z at the latest"),
            n -> assertThat(n).contains(REJECTED));
  }

  @Test
  void what_has_no_time_may_be_outdated() {
    Pod pod = rejected(Optional.empty());

    Explanation explanation = Explainer.ofPod(simulation(nodeMadeAt(MADE), pod), pod);

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Placeable);
    assertThat(explanation.worst().notes()).last().asString().contains("it has no time");
  }

  @Test
  void what_a_webhook_denies_is_denied_whatever_the_model_says() {
    Explanation explanation = ofOwner(simulation(nodeMadeAt(MADE), owner(), refused(), webhook()));

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Denied);
    assertThat(explanation.worst().notes().get(0)).contains(DENIED);
    assertThat(explanation.worst().notes())
        .last()
        .isEqualTo("probable cause: webhook budget.example.com denies it");
  }

  @Test
  void what_was_recorded_about_an_earlier_object_of_the_same_name_is_no_word() {
    Workload second = owner().withMetadata(owner().metadata().withUid("second"));
    NodeChange full = new NodeChange.Cordon("a");

    Explanation ofFirst =
        ofOwner(simulation(nodeMadeAt(MADE), second, refused(DENIED, "first")).with(full));
    Explanation ofSecond =
        ofOwner(simulation(nodeMadeAt(MADE), second, refused(DENIED, "second")).with(full));

    assertThat(ofFirst.recordedEvent()).isEmpty();
    assertThat(ofSecond.recordedEvent()).isPresent();
  }

  @Test
  void what_was_recorded_is_no_word_on_a_cluster_that_was_changed() {
    Simulation changed =
        simulation(nodeMadeAt(MADE), owner(), refused()).with(new NodeChange.Cordon("a"));

    assertThat(ofOwner(changed).verdict()).isEqualTo(PodVerdict.Unschedulable);
  }

  @Test
  void a_denial_in_the_words_that_were_recorded_needs_nothing_else_to_be_read() {
    assertThat(ofOwner(withoutNamespaces("requests.cpu=1, used: requests.cpu=4")).verdict())
        .isEqualTo(PodVerdict.DeniedByQuota);
    assertThat(ofOwner(withoutNamespaces("requests.cpu=1, used: requests.cpu=3")).verdict())
        .isEqualTo(PodVerdict.Unknown);
  }

  /** A full quota, of which its ReplicaSet was told this; namespaces weren't read. */
  private static Simulation withoutNamespaces(String requestedAndUsed) {
    String denial =
        "Error creating: pods \"set-abcde\" is forbidden: exceeded quota: q, requested: "
            + requestedAndUsed
            + ", limited: requests.cpu=4";
    Event event = refused();
    Event told =
        new Event(
            event.metadata(),
            event.regarding(),
            event.reporter(),
            event.eventType(),
            event.reason(),
            denial,
            event.firstSeen(),
            event.lastSeen(),
            event.count());
    ResourceQuota quota =
        ResourceQuotaBuilder.quota("team", "q")
            .hard("requests.cpu=4")
            .used("requests.cpu=4")
            .build();
    return Simulation.of(
        Cluster.builder(SAID)
            .complete()
            .addAll(List.of(nodeMadeAt(MADE), owner(), quota, told))
            .build()
            .withCoverage(Namespace.RESOURCE, Coverage.NONE),
        AdmissionChain.standard(),
        DefaultPlugins.scheduler());
  }

  @Test
  void kind_SchedulerDisagrees_has_the_schedulers_words_of_a_pod_that_the_model_places() {
    Pod pod = rejected(Optional.of(SAID));

    assertThat(Explainer.ofPod(simulation(nodeMadeAt(MADE), pod), pod).gaps())
        .singleElement()
        .satisfies(
            gap -> {
              assertThat(gap.kind()).isEqualTo(GapKind.SchedulerDisagrees);
              assertThat(gap.message())
                  .isEqualTo(
                      "pod p has no node, although the model finds 1 node; the scheduler said: \""
                          + REJECTED
                          + "\"");
              assertThat(gap.pods()).isEqualTo(1);
            });
    assertThat(Explainer.ofPod(simulation(nodeMadeAt(SAID), pod), pod).gaps())
        .extracting(Gap::kind)
        .containsExactly(GapKind.RetryPending);
  }

  @Test
  void kind_AdmissionRefused_says_who_denies_pods_that_the_model_admits() {
    Simulation simulation = simulation(nodeMadeAt(MADE), owner(), refused(), webhook());

    assertThat(ofOwner(simulation).gaps())
        .singleElement()
        .satisfies(
            gap -> {
              assertThat(gap.kind()).isEqualTo(GapKind.AdmissionRefused);
              assertThat(gap.message())
                  .isEqualTo(
                      "1 pod is denied by webhook budget.example.com, which the model does not"
                          + " foresee: \""
                          + DENIED
                          + "\"");
              assertThat(gap.evidence())
                  .contains(new Evidence("deniedBy", "webhook budget.example.com"));
            });
    assertThat(GapFinder.find(simulation.with(new NodeChange.AddNodes("a", 1)))).isEmpty();
  }

  @Test
  void kind_AdmissionRefused_names_what_should_answer_for_a_webhook_that_cannot_be_called() {
    String said = "Error creating: failed calling webhook \"budget.example.com\": EOF";
    Pod server = PodBuilder.pod("policies", "server-0").on("a").build();
    Simulation simulation =
        simulation(
            nodeMadeAt(MADE),
            owner(),
            refused(said),
            webhook(),
            new Namespace(ObjectMeta.of("", "policies")),
            new Service(
                ObjectMeta.of("policies", "budgets"),
                "ClusterIP",
                List.of(),
                Optional.empty(),
                Map.of("app", "budgets")),
            server.withMetadata(server.metadata().withLabels(Map.of("app", "budgets"))));

    assertThat(ofOwner(simulation).gaps())
        .singleElement()
        .satisfies(
            gap -> {
              assertThat(gap.kind()).isEqualTo(GapKind.AdmissionRefused);
              assertThat(gap.message())
                  .isEqualTo(
                      "1 pod is denied because the API server cannot call webhook"
                          + " budget.example.com (Service budgets of namespace policies; there,"
                          + " pod/server-0 has 0 of 1 pods ready), which the model does not"
                          + " foresee: \""
                          + said
                          + "\"");
            });
    assertThat(ofOwner(simulation).worst().notes())
        .contains("probable cause: the API server cannot call webhook budget.example.com");
  }

  @Test
  void an_account_that_restricts_its_pods_to_its_own_secrets_is_named_as_what_may_deny() {
    ServiceAccount account =
        new ServiceAccount(ObjectMeta.of("team", ServiceAccount.DEFAULT), true, true);

    assertThat(ofOwner(simulation(nodeMadeAt(MADE), owner(), account)).worst().notes())
        .containsExactly(
            "service account default allows its pods no secrets but its own, which is not"
                + " modelled, and may have it denied");
  }

  @Test
  void a_level_that_the_namespace_enforces_denies_what_violates_it() {
    Namespace restricted =
        new Namespace(
            ObjectMeta.builder()
                .name("team")
                .labels(Map.of("pod-security.kubernetes.io/enforce", "restricted"))
                .build());
    Simulation simulation = simulation(nodeMadeAt(MADE), owner(), restricted);

    assertThat(ofOwner(simulation).verdict()).isEqualTo(PodVerdict.Denied);
    assertThat(GapFinder.find(simulation))
        .map(Finding::withRemedies)
        .anySatisfy(
            gap -> {
              assertThat(gap.kind()).isEqualTo(GapKind.AdmissionRefused);
              assertThat(gap.evidence()).contains(new Evidence("deniedBy", "PodSecurity"));
            });
  }
}
