package dev.plimsoll.kubernetes.device;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceUnitsTest {
  private static final String GPU = "nvidia.com/gpu";

  private static NodeBuilder labelled(String labels) {
    NodeBuilder node = node("n");
    for (String label : labels.isEmpty() ? new String[0] : labels.split(" ")) {
      node = node.label(label.split("=", 2)[0], label.split("=", 2)[1]);
    }
    return node;
  }

  private static String devices(Node node, String resource) {
    ResourceName name = ResourceName.of(resource);
    DeviceUnit unit = DeviceUnits.of(node, name);
    return unit.basis() == DeviceUnit.Basis.UNKNOWN
        ? "unknown"
        : unit.devices(node.allocatable().getOrZero(name).value()) + " " + unit.device();
  }

  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu.sharing-strategy=mps,nvidia.com/gpu,nvidia.com/gpu.shared",
    "'',nvidia.com/gpu.shared,nvidia.com/gpu.shared",
    "'',nvidia.com/mig-1g.10gb,nvidia.com/mig-1g.10gb",
    "gpu.intel.com/device.count=3,gpu.intel.com/i915,gpu.intel.com/i915.shared"
  })
  void units_of_an_unknown_part_never_have_the_name_of_whole_devices(
      String labels, String resource, String kind) {
    DeviceUnit unit =
        DeviceUnits.of(labelled(labels).has(resource, "16").build(), ResourceName.of(resource));

    assertThat(unit.basis()).isEqualTo(DeviceUnit.Basis.UNKNOWN);
    assertThat(unit.device()).hasToString(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "'',nvidia.com/gpu,16,16 nvidia.com/gpu",
    "'',vendor.example/card,16,16 vendor.example/card",
    "nvidia.com/gpu.count=4 nvidia.com/gpu.replicas=4,nvidia.com/gpu,16,4 nvidia.com/gpu",
    "nvidia.com/gpu.count=4 nvidia.com/gpu.replicas=16,nvidia.com/gpu,16,4 nvidia.com/gpu",
    "nvidia.com/gpu.count=4 nvidia.com/gpu.replicas=4,nvidia.com/gpu,12,3 nvidia.com/gpu",
    "nvidia.com/gpu.count=4 nvidia.com/gpu.replicas=4,nvidia.com/gpu,15,unknown",
    "nvidia.com/gpu.count=8 nvidia.com/gpu.replicas=1,nvidia.com/gpu,8,8 nvidia.com/gpu",
    "nvidia.com/gpu.replicas=4,nvidia.com/gpu,16,4 nvidia.com/gpu",
    "nvidia.com/gpu.count=4,nvidia.com/gpu,16,4 nvidia.com/gpu",
    "nvidia.com/gpu.count=4,nvidia.com/gpu,3,3 nvidia.com/gpu",
    "nvidia.com/gpu.product=Tesla-T4-SHARED,nvidia.com/gpu,16,unknown",
    "nvidia.com/gpu.sharing-strategy=mps,nvidia.com/gpu,16,unknown",
    "nvidia.com/gpu.sharing-strategy=none,nvidia.com/gpu,16,16 nvidia.com/gpu",
    "'',nvidia.com/gpu.shared,16,unknown",
    "nvidia.com/gpu.replicas=10,nvidia.com/gpu.shared,80,8 nvidia.com/gpu",
    "cloud.google.com/gke-max-shared-clients-per-gpu=2,nvidia.com/gpu,4,2 nvidia.com/gpu",
    "'',nvidia.com/mig-1g.10gb,7,unknown",
    "'',nvidia.com/mig-3g.40gb,4,2 nvidia.com/gpu",
    "nvidia.com/gpu.product=NVIDIA-A100-SXM4-80GB,nvidia.com/mig-1g.10gb,14,2 nvidia.com/gpu",
    "nvidia.com/gpu.product=NVIDIA-A100-SXM4-40GB,nvidia.com/mig-1g.10gb,8,2 nvidia.com/gpu",
    "nvidia.com/gpu.product=NVIDIA-A100-SXM4-80GB,nvidia.com/mig-1g.10gb,3,unknown",
    "nvidia.com/gpu.product=NVIDIA-A30,nvidia.com/mig-1g.6gb,8,2 nvidia.com/gpu",
    "nvidia.com/gpu.count=56 nvidia.com/gpu.product=A100-SXM4-40GB-MIG-1g.5gb,nvidia.com/gpu,56,"
        + "8 nvidia.com/gpu",
    "nvidia.com/gpu.count=56 nvidia.com/gpu.replicas=2"
        + " nvidia.com/gpu.product=A100-SXM4-40GB-MIG-1g.5gb-SHARED,nvidia.com/gpu,112,"
        + "8 nvidia.com/gpu",
    "nvidia.com/gpu.product=A100-SXM4-40GB-MIG-INVALID,nvidia.com/gpu,3,unknown",
    "'',amd.com/gpu,8,8 amd.com/gpu",
    "amd.com/gpu.product-name=AMD_Instinct_MI300X amd.com/gpu.compute-memory-partition=cpx_nps4,"
        + "amd.com/gpu,64,8 amd.com/gpu",
    "amd.com/gpu.product-name=AMD_Instinct_MI300X,amd.com/cpx_nps1,24,3 amd.com/gpu",
    "'',amd.com/cpx_nps1,24,unknown",
    "'',amd.com/dpx_nps2,24,12 amd.com/gpu",
    "'',amd.com/spx_nps1,5,5 amd.com/gpu",
    "'',gpu.intel.com/i915,4,4 gpu.intel.com/i915",
    "gpu.intel.com/device.count=2,gpu.intel.com/xe,20,2 gpu.intel.com/xe",
    "gpu.intel.com/device.count=3,gpu.intel.com/xe,20,unknown",
    "'',gpu.intel.com/i915_monitoring,1,unknown",
  })
  void devices_are_counted_as_labels_and_names_tell(
      String labels, String resource, String units, String expected) {
    assertThat(devices(labelled(labels).has(resource, units).build(), resource))
        .isEqualTo(expected);
  }

  @Property
  void parts_of_mixed_mig_devices_and_whole_cards_add_up_to_the_labelled_cards(
      @ForAll @IntRange(min = 1, max = 8) int whole,
      @ForAll @IntRange(min = 1, max = 8) int divided) {
    List<String> migs = List.of("nvidia.com/mig-1g.10gb", "nvidia.com/mig-3g.40gb");
    Node node =
        labelled("nvidia.com/mig.strategy=mixed nvidia.com/gpu.count=" + (whole + divided))
            .has(GPU, String.valueOf(whole))
            .has(migs.get(0), String.valueOf(divided * 2))
            .has(migs.get(1), String.valueOf(divided))
            .build();

    Fraction sum = DeviceUnits.of(node, ResourceName.of(GPU)).devices(whole);
    for (String mig : migs) {
      ResourceName name = ResourceName.of(mig);
      sum =
          sum.plus(DeviceUnits.of(node, name).devices(node.allocatable().getOrZero(name).value()));
    }

    assertThat(sum).isEqualTo(Fraction.of(whole + divided, 1));
  }

  @Property
  void replicas_never_make_more_devices_than_cards(
      @ForAll @IntRange(min = 1, max = 16) int cards,
      @ForAll @IntRange(min = 1, max = 48) int replicas) {
    Node node =
        labelled("nvidia.com/gpu.count=" + cards + " nvidia.com/gpu.replicas=" + replicas)
            .has(GPU, String.valueOf(cards * replicas))
            .build();

    assertThat(devices(node, GPU)).isEqualTo(cards + " " + GPU);
  }
}
