package dev.plimsoll.kubernetes.device;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Units of AMD's device plug-in: GPUs, or partitions of GPUs named by their compute and memory
 * partition, such as {@code cpx_nps4}. With the strategy {@code single} partitions have the name of
 * GPUs, and a label has the partition.
 *
 * <p>Source: {@code docs/user-guide/configuration.md} in ROCm/k8s-device-plugin, and the labels of
 * {@code github.com/ROCm/k8s-device-plugin/cmd/k8s-node-labeller/main.go}. CPX makes a partition of
 * each accelerator die.
 */
final class AmdUnits {
  static final String PREFIX = "amd.com/";

  private static final ResourceName GPU = ResourceName.of("amd.com/gpu");
  private static final Pattern PARTITION = Pattern.compile("(spx|dpx|tpx|qpx|cpx)_nps\\d+");
  private static final Map<String, Integer> PARTS = Map.of("spx", 1, "dpx", 2, "tpx", 3, "qpx", 4);
  private static final Map<String, Integer> DIES =
      Map.of("MI300A", 6, "MI300X", 8, "MI325X", 8, "MI350X", 8, "MI355X", 8, "MI308X", 4);

  private AmdUnits() {}

  static DeviceUnit of(Node node, ResourceName resource) {
    Optional<String> partition =
        resource.equals(GPU)
            ? label(node, "compute-memory-partition")
            : Optional.of(resource.name().substring(PREFIX.length()));
    if (partition.isEmpty()) {
      return isPartitioned(node) ? DeviceUnit.unknown(resource) : DeviceUnit.whole(resource);
    }
    Matcher style = PARTITION.matcher(partition.get().toLowerCase(Locale.ROOT));
    if (!style.matches()) {
      return DeviceUnit.unknown(resource);
    }
    int parts = Optional.ofNullable(PARTS.get(style.group(1))).orElseGet(() -> dies(node));
    return DeviceUnits.equalParts(node, resource, GPU, parts);
  }

  private static Optional<String> label(Node node, String name) {
    return Stream.of("amd.com/gpu.", "amd.com/", "beta.amd.com/gpu.")
        .flatMap(prefix -> DeviceUnits.label(node, prefix + name).stream())
        .findFirst();
  }

  /** Returns whether the GPUs have different partitions, each labelled with a count. */
  private static boolean isPartitioned(Node node) {
    return node.metadata().labels().keySet().stream()
        .anyMatch(l -> l.startsWith("amd.com/gpu.compute-memory-partition."));
  }

  private static int dies(Node node) {
    String product = label(node, "product-name").orElse("").toUpperCase(Locale.ROOT);
    return DIES.entrySet().stream()
        .filter(e -> product.contains(e.getKey()))
        .findFirst()
        .map(Map.Entry::getValue)
        .orElse(0);
  }
}
