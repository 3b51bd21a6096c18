package dev.plimsoll.kubernetes.workload;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.sidecar;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.MatchResources;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SiblingPodsTest {
  private static final Toleration TEAM = new Toleration("team", "Equal", "a", "NoSchedule");
  private static final List<OwnerReference> DEPLOYMENT =
      List.of(new OwnerReference("apps/v1", "Deployment", "web", "d", true));
  private static final Container MAIN = container("main", "", "");
  private static final Container LOGS = container("logs", "", "");
  private static final Container PROXY = container("proxy", "cpu=1", "");
  private static final WebhookConfiguration WEBHOOK =
      new WebhookConfiguration(
          ObjectMeta.of("", "vpa-webhook-config"),
          WebhookConfiguration.MUTATING,
          WebhookConfiguration.MUTATING_RESOURCE,
          List.of(
              new WebhookConfiguration.Webhook(
                  "vpa.k8s.io",
                  new MatchResources(
                      new LabelSelector(Map.of(), List.of()),
                      new LabelSelector(Map.of(), List.of()),
                      List.of(
                          new MatchResources.Rule(
                              List.of(""),
                              List.of("v1"),
                              List.of("CREATE"),
                              List.of("pods"),
                              List.of(),
                              "*")),
                      List.of()),
                  "Ignore",
                  30,
                  Optional.empty())));
  private static final LimitRange RANGE =
      new LimitRange(ObjectMeta.of("team-a", "defaults"), List.of());
  private static final Toleration OWN = new Toleration("own", "Exists", "", "");

  @Test
  void a_new_pod_gets_the_tolerations_and_labels_that_a_webhook_gave_to_its_sibling() {
    Pod sibling = of(pod("web-1").nodeSelector("pool", "a"), 1, TEAM, OWN);

    PodSpec spec = SiblingPods.of(cluster(replicaSet(OWN), sibling)).added(next(OWN));

    assertThat(spec.tolerations()).containsExactly(OWN, TEAM);
    assertThat(spec.nodeSelector()).containsOnly(Map.entry("pool", "a"));
  }

  @Test
  void the_newest_sibling_counts() {
    Pod old = of(pod("web-1"), 1, TEAM);
    Pod young = of(pod("web-2"), 2);

    assertThat(SiblingPods.of(cluster(replicaSet(), old, young)).added(next()).tolerations())
        .isEmpty();
  }

  @Test
  void a_new_replica_set_goes_by_the_pods_of_the_former_one() {
    Workload old = replicaSet(OWN);
    Workload young = replicaSet();
    Workload newer = young.withMetadata(young.metadata().withName("web2").withUid("u2"));
    Pod sibling = of(pod("web-1"), 1, OWN, TEAM);
    Pod next =
        next()
            .withMetadata(
                next()
                    .metadata()
                    .withOwners(
                        List.of(new OwnerReference("apps/v1", "ReplicaSet", "web2", "u2", true))));

    assertThat(SiblingPods.of(cluster(old, newer, sibling)).added(next).tolerations())
        .containsExactly(TEAM);
  }

  @Test
  void the_template_of_a_replica_set_without_a_deployment_may_have_been_another() {
    Workload set = replicaSet();
    Workload bare = set.withMetadata(set.metadata().withOwners(List.of()));

    assertThat(SiblingPods.of(cluster(bare, of(pod("web-1"), 1, TEAM))).added(next()))
        .isEqualTo(next().spec());
  }

  @Test
  void a_remedy_may_remove_what_the_template_has() {
    Pod sibling = of(pod("web-1").nodeSelector("pool", "a"), 1, OWN);
    Workload template = replicaSet(pod("t").nodeSelector("pool", "a").build().spec(), OWN);

    Pod without = next();

    assertThat(SiblingPods.of(cluster(template, sibling)).added(without)).isEqualTo(without.spec());
  }

  @Test
  void pods_that_kueue_has_changed_and_pods_of_others_show_nothing() {
    Pod ofKueue = of(pod("web-1").label("kueue.x-k8s.io/managed", "true"), 1, TEAM);
    Pod ofOther = pod("bare").tolerates("team", "Equal", "a", "NoSchedule").build();

    assertThat(SiblingPods.of(cluster(replicaSet(), ofKueue, ofOther)).added(next()))
        .isEqualTo(next().spec());
    assertThat(SiblingPods.none().added(next())).isEqualTo(next().spec());
  }

  @Test
  void a_new_pod_gets_the_containers_that_a_webhook_gave_to_its_sibling() {
    Pod sibling =
        of(
            pod("web-1")
                .requests("cpu=400m")
                .initContainers(sidecar("proxy", "cpu=1", ""), container("setup", "cpu=2", "")),
            1);
    PodSpec template =
        pod("t")
            .requests("cpu=400m")
            .initContainers(container("setup", "cpu=2", ""))
            .build()
            .spec();
    Pod next =
        owned(pod("web-…").requests("cpu=1").initContainers(container("setup", "cpu=3", "")));

    PodSpec spec = SiblingPods.of(cluster(replicaSet(template), sibling)).added(next);

    assertThat(spec.initContainers())
        .containsExactly(sidecar("proxy", "cpu=1", ""), container("setup", "cpu=3", ""));
    assertThat(spec.containers()).isEqualTo(next.spec().containers());
  }

  @Test
  void a_container_that_the_former_template_had_is_not_added() {
    Workload old = replicaSet(pod("t").build().spec().withContainers(List.of(MAIN, LOGS)));
    Pod made = of(pod("web-1"), 1);
    Pod sibling = made.withSpec(made.spec().withContainers(List.of(MAIN, LOGS, PROXY)));

    assertThat(SiblingPods.of(cluster(old, sibling)).added(next()).containers())
        .extracting(Container::name)
        .containsExactly("main", "proxy");
  }

  @Test
  void a_new_pod_gets_the_amounts_that_a_webhook_gave_to_its_sibling() {
    Pod sibling = of(pod("web-1").requests("cpu=3,memory=2Gi").limits("cpu=6"), 1);
    Workload set = replicaSet(template("cpu=1,memory=2Gi", "cpu=2"));
    Pod next = owned(pod("web-…").requests("cpu=2,memory=1Gi").limits("cpu=4"));

    Container made = SiblingPods.of(cluster(WEBHOOK, set, sibling)).added(next).containers().get(0);

    assertThat(made.resources())
        .isEqualTo(container("main", "cpu=3,memory=1Gi", "cpu=6").resources());
  }

  @Test
  void a_resized_sibling_does_not_show_the_amounts_of_a_webhook() {
    Pod made = of(pod("web-1").requests("cpu=3"), 1);
    Pod resized = made.withMetadata(made.metadata().withGeneration(OptionalLong.of(2)));
    Workload set = replicaSet(template("cpu=1", ""));
    Pod next = owned(pod("web-…").requests("cpu=1"));

    assertThat(SiblingPods.of(cluster(WEBHOOK, set, resized)).added(next)).isEqualTo(next.spec());
  }

  @Test
  void without_a_webhook_that_sees_pods_the_amounts_of_the_template_count() {
    Pod sibling = of(pod("web-1").requests("cpu=3"), 1);
    Workload set = replicaSet(template("cpu=1", ""));
    Pod next = owned(pod("web-…").requests("cpu=1"));

    assertThat(SiblingPods.of(cluster(set, sibling)).added(next)).isEqualTo(next.spec());
  }

  @Test
  void amounts_that_the_template_lacks_are_a_webhooks_where_no_limit_range_has_defaults() {
    Pod sibling = of(pod("web-1").requests("cpu=3,memory=1Gi").limits("memory=1Gi"), 1);
    Workload set = replicaSet(template("", "memory=1Gi"));
    Pod next = owned(pod("web-…").limits("memory=2Gi"));

    assertThat(
            SiblingPods.of(cluster(WEBHOOK, set, sibling))
                .added(next)
                .containers()
                .get(0)
                .resources())
        .isEqualTo(container("main", "cpu=3", "memory=2Gi").resources());
    assertThat(SiblingPods.of(cluster(WEBHOOK, set, sibling, RANGE)).added(next))
        .isEqualTo(next.spec());
  }

  @Test
  void the_limit_that_comes_with_a_changed_request_replaces_the_default_of_a_limit_range() {
    Pod sibling = of(pod("web-1").requests("cpu=700m,memory=1Gi").limits("cpu=2,memory=2Gi"), 1);
    Workload set = replicaSet(template("cpu=100m,memory=1Gi", ""));
    Pod next = owned(pod("web-…").requests("cpu=100m,memory=1Gi").limits("cpu=400m,memory=3Gi"));

    Cluster cluster = cluster(WEBHOOK, set, sibling, RANGE);

    assertThat(SiblingPods.of(cluster).added(next).containers().get(0).resources())
        .isEqualTo(container("main", "cpu=700m,memory=1Gi", "cpu=2,memory=3Gi").resources());
  }

  private static PodSpec template(String requests, String limits) {
    return pod("t").requests(requests).limits(limits).build().spec();
  }

  private static Pod next(Toleration... tolerations) {
    return owned(pod("web-…"), tolerations);
  }

  private static Pod of(PodBuilder pod, int created, Toleration... tolerations) {
    Pod owned = owned(pod, tolerations);
    return owned.withMetadata(
        owned.metadata().withCreationTimestamp(Optional.of(NOW.plusSeconds(created))));
  }

  private static Pod owned(PodBuilder builder, Toleration... tolerations) {
    Pod pod = builder.build();
    return pod.withSpec(pod.spec().withTolerations(List.of(tolerations)))
        .withMetadata(
            pod.metadata()
                .withOwners(
                    List.of(new OwnerReference("apps/v1", "ReplicaSet", "web", "u", true))));
  }

  private static Workload replicaSet(Toleration... tolerations) {
    return replicaSet(pod("t").build().spec(), tolerations);
  }

  private static Workload replicaSet(PodSpec spec, Toleration... tolerations) {
    return new Workload(
        ObjectMeta.of("team-a", "web").withUid("u").withOwners(DEPLOYMENT),
        new GroupVersionKind("apps", "v1", "ReplicaSet"),
        new GroupResource("apps", "replicasets"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                spec.withTolerations(List.of(tolerations)),
                OptionalInt.of(2))),
        List.of(),
        false);
  }
}
