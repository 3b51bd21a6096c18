package dev.plimsoll.kubernetes.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.MatchResources;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.WebhookConfiguration.ServiceReference;
import dev.plimsoll.kubernetes.object.WebhookConfiguration.Webhook;
import dev.plimsoll.kubernetes.object.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class WebhookServerTest {
  private static final String START = "Service hook of namespace policies; ";

  private static WebhookConfiguration webhooks(String name, ServiceReference... services) {
    LabelSelector all = new LabelSelector(Map.of(), List.of());
    MatchResources match = new MatchResources(all, all, List.of(), List.of());
    return new WebhookConfiguration(
        ObjectMeta.of("", name),
        WebhookConfiguration.VALIDATING,
        WebhookConfiguration.VALIDATING_RESOURCE,
        List.of(services).stream()
            .map(s -> new Webhook("w.example.com", match, "Fail", 10, Optional.of(s)))
            .toList());
  }

  private static final WebhookConfiguration CONFIGURED =
      webhooks("policies", new ServiceReference("policies", "hook"));

  private static final Namespace NAMESPACE = new Namespace(ObjectMeta.of("", "policies"));

  private static Workload deployment(String name, int replicas) {
    return new Workload(
        ObjectMeta.of("policies", name),
        GroupVersionKind.of("apps/v1", "Deployment"),
        new GroupResource("apps", "deployments"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                PodSpec.builder().build(),
                OptionalInt.of(replicas))),
        List.of(),
        false);
  }

  private static Pod pod(String name, String ready) {
    return PodBuilder.pod("policies", name)
        .status(
            s ->
                s.phase("Running")
                    .conditions(List.of(new Condition("Ready", ready, "", "", Optional.empty()))))
        .build();
  }

  private static Service service(Map<String, String> selector) {
    return new Service(
        ObjectMeta.of("policies", "hook"), "ClusterIP", List.of(), Optional.empty(), selector);
  }

  private static Optional<String> server(ApiObject... objects) {
    return server(
        Cluster.builder(Instant.EPOCH)
            .complete()
            .addAll(List.of(objects))
            .add(CONFIGURED)
            .build()
            .withCoverage(Service.RESOURCE, Coverage.NONE));
  }

  private static Optional<String> server(Cluster cluster) {
    return WebhookServer.of(cluster, Workloads.of(cluster), "w.example.com");
  }

  @Test
  void the_workloads_that_lack_ready_pods_are_named() {
    assertThat(server(NAMESPACE, deployment("a", 2), pod("b", "False"), pod("c", "True")))
        .contains(START + "there, deployment/a has 0 of 2 pods ready, pod/b has 0 of 1 pods ready");
    assertThat(
            server(
                NAMESPACE,
                deployment("a", 1),
                deployment("b", 1),
                deployment("c", 1),
                deployment("d", 1)))
        .get()
        .asString()
        .endsWith("deployment/c has 0 of 1 pods ready, and 1 more like these");
  }

  @Test
  void a_workload_that_is_scaled_to_none_is_named() {
    assertThat(server(NAMESPACE, deployment("a", 0), pod("c", "True")))
        .contains(START + "there, deployment/a is scaled to 0");
  }

  @Test
  void a_namespace_without_pods_and_a_namespace_whose_pods_are_ready_differ() {
    assertThat(server(NAMESPACE)).contains(START + "that namespace has no pods");
    assertThat(server(NAMESPACE, pod("c", "True")))
        .contains(START + "all pods of that namespace are ready");
    assertThat(server()).contains(START + "that namespace doesn't exist");
  }

  @Test
  void a_Service_that_was_read_tells_its_pods() {
    Pod own = pod("a", "False");
    Pod selected = own.withMetadata(own.metadata().withLabels(Map.of("app", "hook")));
    Service service = service(Map.of("app", "hook"));

    assertThat(server(NAMESPACE, service, selected, pod("b", "False")))
        .contains(START + "there, pod/a has 0 of 1 pods ready");
    assertThat(server(NAMESPACE, service, pod("b", "False")))
        .contains(START + "that Service has no pods");
    assertThat(server(NAMESPACE, service(Map.of()), pod("b", "False")))
        .contains(START + "that Service selects no pods");
    assertThat(
            server(
                Cluster.builder(Instant.EPOCH).complete().add(NAMESPACE).add(CONFIGURED).build()))
        .contains(START + "that Service doesn't exist");
  }

  @Test
  void what_was_not_read_is_not_absent() {
    Cluster all =
        Cluster.builder(Instant.EPOCH)
            .complete()
            .add(NAMESPACE)
            .add(service(Map.of("app", "hook")))
            .add(CONFIGURED)
            .build();

    assertThat(server(all.withCoverage(Pod.RESOURCE, Coverage.NONE)))
        .contains(START + "the pods of that namespace were not read");
  }

  @Test
  void a_name_of_two_Services_tells_neither() {
    assertThat(server(NAMESPACE, webhooks("others", new ServiceReference("policies", "other"))))
        .isEmpty();
    assertThat(server(NAMESPACE, webhooks("others", new ServiceReference("policies", "hook"))))
        .isPresent();
    assertThat(server(Cluster.builder(Instant.EPOCH).complete().build())).isEmpty();
  }
}
