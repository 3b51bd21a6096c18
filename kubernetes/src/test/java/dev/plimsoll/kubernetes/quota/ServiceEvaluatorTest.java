package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.charged;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.check;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.denial;
import static dev.plimsoll.kubernetes.quota.QuotaChecks.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.ServicePort;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServiceEvaluatorTest {
  private static final ResourceQuota QUOTA =
      quota("q")
          .hard("services=5,services.nodeports=3,services.loadbalancers=1")
          .used("services=1,services.nodeports=2,services.loadbalancers=0")
          .build();

  @Test
  void node_ports_count_by_what_the_service_is_going_to_get() {
    assertThat(usage(service("ClusterIP", Optional.empty(), 0, 0))).isEqualTo(charge(0, 0));
    assertThat(usage(service("NodePort", Optional.empty(), 0, 0))).isEqualTo(charge(2, 0));
    assertThat(usage(service("LoadBalancer", Optional.empty(), 0, 0))).isEqualTo(charge(2, 1));
    assertThat(usage(service("ExternalName", Optional.empty()))).isEqualTo(charge(0, 0));
  }

  @Test
  void a_load_balancer_without_allocation_counts_the_node_ports_that_it_names() {
    assertThat(usage(service("LoadBalancer", Optional.of(false), 30080, 0)))
        .isEqualTo(charge(1, 1));
  }

  @Test
  void a_change_of_type_is_charged_what_it_adds() {
    Service old = service("NodePort", Optional.empty(), 30080, 30081);
    Service changed = service("LoadBalancer", Optional.of(true), 30080, 30081);

    assertThat(charged(AdmissionRequest.update(old, changed), QUOTA))
        .isEqualTo(list("services.loadbalancers=1"));
  }

  @Test
  void a_change_of_type_is_denied_where_node_ports_are_out() {
    Service old = service("ClusterIP", Optional.empty(), 0, 0);
    Service changed = service("NodePort", Optional.empty(), 0, 0);

    assertThat(denial(AdmissionRequest.update(old, changed), QUOTA))
        .isEqualTo(
            "exceeded quota: q, requested: services.nodeports=2, used: services.nodeports=2,"
                + " limited: services.nodeports=3");
  }

  private static Service service(String type, Optional<Boolean> allocate, int... nodePorts) {
    List<ServicePort> ports =
        Arrays.stream(nodePorts).mapToObj(p -> new ServicePort(80, p)).toList();
    ObjectMeta metadata =
        ObjectMeta.builder().namespace("team-a").name("s").resourceVersion("1").build();
    return new Service(metadata, type, ports, allocate);
  }

  private static Resources charge(int nodePorts, int loadBalancers) {
    return list(
        "count/services=1,services=1,services.nodeports=%d,services.loadbalancers=%d"
            .formatted(nodePorts, loadBalancers));
  }

  @Test
  void a_load_balancer_that_says_nothing_of_node_ports_gets_one_for_each_port() {
    assertThat(usage(service("LoadBalancer", Optional.of(true), 0, 0))).isEqualTo(charge(2, 1));
    assertThat(usage(service("LoadBalancer", Optional.of(false), 0, 0))).isEqualTo(charge(0, 1));
  }

  @Test
  void the_status_of_a_service_is_not_looked_at() {
    Service old = service("ClusterIP", Optional.empty(), 0, 0);
    Service changed = service("NodePort", Optional.empty(), 0, 0);

    assertThat(
            check(AdmissionRequest.update(old, changed).onSubresource("status"), QUOTA).accounts())
        .isEmpty();
  }
}
