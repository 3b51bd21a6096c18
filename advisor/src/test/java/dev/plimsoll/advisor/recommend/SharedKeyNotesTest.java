package dev.plimsoll.advisor.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedKeyNotesTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final String PRODUCT = "nvidia.com/gpu.product";
  private static final String ALIKE =
      "requests.nvidia.com/gpu covers A100 (8), H100 (8) alike, but vision reaches H100, nlp reaches"
          + " A100, H100: a ceiling on it is kept with any product; ";

  @Test
  void tenants_that_reach_different_products_need_keys_of_their_own() {
    assertThat(notes(cluster().add(pod("vision", "H100")).add(pod("nlp", ""))))
        .containsExactly(
            ALIKE + "a device class or an extended resource for each product would separate them");
  }

  @Test
  void device_classes_that_are_there_are_named() {
    ClusterBuilder cluster =
        cluster()
            .add(pod("vision", "H100"))
            .add(pod("nlp", ""))
            .add(new DeviceClass(ObjectMeta.of("", "a100"), List.of(), ""))
            .add(new DeviceClass(ObjectMeta.of("", "h100"), List.of(), ""));

    assertThat(notes(cluster))
        .containsExactly(
            ALIKE
                + "quotas by device class separate them:"
                + " a100.deviceclass.resource.k8s.io/devices,"
                + " h100.deviceclass.resource.k8s.io/devices");
  }

  @Test
  void other_resources_of_the_vendor_are_named() {
    ClusterBuilder cluster =
        cluster()
            .add(pod("vision", "H100"))
            .add(pod("nlp", ""))
            .add(node("m", "A100", Map.of("nvidia.com/mig-1g.10gb", 7L)));

    assertThat(notes(cluster))
        .containsExactly(
            ALIKE
                + "quotas by the products' own resources separate them:"
                + " requests.nvidia.com/mig-1g.10gb");
  }

  @Test
  void nothing_is_to_be_said_where_all_reach_the_same_or_there_is_one_product() {
    assertThat(notes(cluster().add(pod("vision", "")).add(pod("nlp", "")))).isEmpty();
    assertThat(notes(cluster().add(pod("vision", "H100")))).isEmpty();
    ClusterBuilder one =
        Cluster.builder(Instant.EPOCH)
            .add(node("a", "A100", Map.of(GPU.name(), 8L)))
            .add(pod("vision", "A100"))
            .add(pod("nlp", ""));
    assertThat(notes(one)).isEmpty();
  }

  private static ClusterBuilder cluster() {
    return Cluster.builder(Instant.EPOCH)
        .add(node("a", "A100", Map.of(GPU.name(), 8L)))
        .add(node("h", "H100", Map.of(GPU.name(), 8L)));
  }

  private static Node node(String name, String product, Map<String, Long> has) {
    Resources.Builder resources = Resources.builder();
    has.forEach((n, q) -> resources.put(ResourceName.of(n), Quantity.of(q)));
    Resources all = resources.build();
    return new Node(
        ObjectMeta.builder().name(name).labels(Map.of(PRODUCT, product)).build(),
        false,
        List.of(),
        all,
        all,
        List.of(new Condition("Ready", "True", "", "")));
  }

  private static Pod pod(String namespace, String product) {
    Resources one = Resources.of(GPU, Quantity.of(1));
    return new Pod(
        ObjectMeta.of(namespace, "p"),
        PodSpec.builder()
            .containers(
                List.of(
                    new Container(
                        "c", new ResourceRequirements(one, one, List.of()), List.of(), "")))
            .nodeSelector(product.isEmpty() ? Map.of() : Map.of(PRODUCT, product))
            .build(),
        PodStatus.PENDING);
  }

  private static List<String> notes(ClusterBuilder objects) {
    Cluster cluster = objects.build();
    CapacityPolicy policy =
        CapacityPolicy.proportional(
            "p",
            List.of(Tenant.of("vision", 1, "vision"), Tenant.of("nlp", 1, "nlp")),
            List.of(DividedResource.of(GPU)));
    return SharedKeyNotes.of(cluster, Shares.of(cluster, policy));
  }
}
